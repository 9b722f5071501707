/** How to check a loan file with tools that every machine has. Part of each of them. */
export const recipe = `HOW TO CHECK THIS LOAN FILE WITHOUT US

Everything below works offline. It needs a shell with sha256sum, sed and openssl; any other
program that knows SHA-256 and Ed25519 will do.

1. THE FILES

   sha256sum -c SHA256SUMS

2. THE EVENTS

   events.jsonl has one event a line, as the exact text that was hashed: JSON with keys in
   order and no spaces (RFC 8785). The hash of an event is

     SHA-256( the 32 bytes of the hash before it, followed by the bytes of the line )

   without the line break. Before the first event stand 32 zero bytes. hashes.txt has the
   results, one a line. In a shell (bash):

     prev=$(printf '0%.0s' {1..64})
     while IFS= read -r line; do
       prev=$( { printf "$(sed 's/../\\\\x&/g' <<<"$prev")"; printf %s "$line"; } | sha256sum | cut -c1-64)
       echo "$prev"
     done < events.jsonl | diff - hashes.txt && echo all events hold

3. MESSAGES AND EXHIBITS

   An event with the action "message" carries the SHA-256 of the text of the message with that
   id in messages.json; an event with the action "evidence" that of the exhibit. So neither can
   be changed without changing the events.

4. THE SEALS

   Every hour the last events of all loans that moved are bound together, and the result is
   signed. seals.json has one proof for each hour in which this loan moved:

     leaf        the text that stands for this loan: its last event then, by number and hash
     path        the neighbours on the way up
     root        where the path has to lead
     signedText  what was signed; it names the root
     signature   Ed25519, by the key with the id keyId

   Begin with SHA-256( byte 00, leaf ). For each step of the path take
   SHA-256( byte 01, left, right ), where the neighbour stands on the side it names. The last
   result is the root. Then check the signature, with the values of one proof in files:

     openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in signed.txt -sigfile signature.bin

   The public keys are in seals.json too. Compare their ids and values with those that others
   were given: that is what makes a seal hard to make up afterwards.

What happened after the last seal is bound by the hashes of the events alone.
`
