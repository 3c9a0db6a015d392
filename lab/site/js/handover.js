// Another page of this host, in this browser, can hand a recording over: it is asked for by the name that
// the address has. Nothing is requested from anybody, and nothing of it is kept.
const patience = 10000; // a page that fetches the recording first
const ask = 250; // it may begin to listen after this page

// receive asks for what has the name, and calls got with a file's name and bytes, or lost where nobody
// answers. It returns what ends it.
export const receive = (name, got, lost) => {
  const channel = new BroadcastChannel("tactus-handover");
  const end = () => {
    clearInterval(asking);
    clearTimeout(over);
    channel.close();
  };
  const asking = setInterval(() => channel.postMessage({ want: name }), ask);
  const over = setTimeout(() => { end(); lost(); }, patience);
  channel.onmessage = ({ data }) => {
    if (data?.give !== name || !(data.bytes instanceof ArrayBuffer)) return;
    end();
    got(String(data.file).slice(0, 80), new Uint8Array(data.bytes));
  };
  channel.postMessage({ want: name });
  return end;
};
