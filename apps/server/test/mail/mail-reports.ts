/** Messages that other mail servers send about ours, in the forms in which they are written. */
type Bounce = {
  /** To whom it is sent: the address that the mail came from. */
  to?: string
  action?: string
  status?: string
  said?: string
  /** The head of the mail that came back. */
  head?: string
  headType?: string
}

export function bounceOf(bounce: Bounce): string {
  const { to = 'no-reply@pier.example', action = 'failed', status = '5.1.1' } = bounce
  const { said = '550 5.1.1 <mara@mail.example>: User unknown', head = '' } = bounce
  const { headType = 'text/rfc822-headers' } = bounce
  return inLines(`From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: ${to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="edge"

--edge
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.
--edge
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; mara@mail.example
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${said}

--edge
Content-Type: ${headType}

${head}

--edge--
`)
}

export function complaintOf({ type = 'abuse', head = '' }: { type?: string; head?: string }) {
  return inLines(`From: <feedback@provider.example>
To: <abuse@pier.example>
Subject: FW: Pier
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="edge"

--edge
Content-Type: text/plain

This is an email abuse report.
--edge
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1

--edge
Content-Type: message/rfc822

${head}

Buy now!
--edge--
`)
}

const inLines = (text: string): string => text.replaceAll('\n', '\r\n')
