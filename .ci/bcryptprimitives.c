/* The one function that Go programs need of bcryptprimitives.dll, for a Wine that lacks the library:
   random bytes, from the generator that Windows has had since XP under the name RtlGenRandom. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
	while (length > 0) {
		ULONG part = length > (1u << 28) ? 1u << 28 : (ULONG)length;
		if (!SystemFunction036(data, part))
			return FALSE;
		data += part;
		length -= part;
	}
	return TRUE;
}
