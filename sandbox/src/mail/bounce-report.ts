/**
 * The report a mail server returns for mail it accepted but couldn't deliver.
 *
 * @param raw the mail as sent
 * @see RFC 3464
 */
export function bounceReport(raw: Buffer, sender: string, recipients: readonly string[]): Buffer {
  const text = raw.toString('latin1')
  const header = text.slice(0, Math.max(0, text.indexOf('\r\n\r\n')))
  const boundary = 'report-of-the-sandbox'
  const lines = [
    'From: Mail Delivery System <mailer-daemon@sandbox.example>',
    `To: <${sender}>`,
    'Subject: Mail was not delivered',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Your mail to ${recipients.join(', ')} bounced. This address doesn’t exist.`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox.example',
    ...recipients.flatMap((recipient) => [
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    ]),
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    header,
    '',
    `--${boundary}--`,
    '',
  ]
  return Buffer.from(lines.join('\r\n'), 'latin1')
}
