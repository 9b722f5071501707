"""Says whether the mail on stdin is signed by the key of the given DKIM record."""
import sys

import dkim

name, record = (argument.encode() for argument in sys.argv[1:])
print(dkim.verify(sys.stdin.buffer.read(), dnsfunc=lambda asked, timeout=5: record if asked == name else None))
