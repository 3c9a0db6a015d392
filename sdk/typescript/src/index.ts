export { FormatError, hex } from "./bytes.js";
export { DEPTH_MAX, FUEL_VERSION, instrument } from "./fuel.js";
export {
  ContractError, Guest, GuestModule, type Limits, type RunLimits, STATUS, StatusError, TrapError, type TrapKind,
} from "./guest.js";
export { FLAG_SCHEDULE, type Header, MODULE, NATIVE } from "./header.js";
export { type Claim, Recorder, type RecorderOptions } from "./recorder.js";
export { type Frame, inputsOf, readRecording, type Recording, type Segment, type Trailer } from "./recording.js";
export type { Run } from "./runs.js";
export { Sha256, sha256 } from "./sha256.js";
export { chain, StateHash } from "./statehash.js";
export { ServiceError, submit, type SubmitOptions } from "./submit.js";
export {
  checkInput, type Config, diffStates, encodeConfig, encodeInput, type FieldDiff, parseSchema, type Place,
  type PlayerInput,
} from "./tm1.js";
export { type Outcome, type Verdict, verify, type VerifyOptions } from "./verify.js";
export type { Profile, Rules } from "./wasm.js";
export { xxh64 } from "./xxh64.js";
