import type { APIRequestContext } from '@playwright/test'

export type Mail = {
  subject: string
  text: string
  html: string
  attachments: { content_id?: string; content_type: string; base64: string }[]
}

/** Mails to an address, newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const inbox = `${process.env.SANDBOX_ORIGIN}/inbox/messages/?to=${encodeURIComponent(email)}`
  return (await request.get(inbox)).json()
}

/** The newest six-digit code mailed to an address; `after` waits for more mails than that. */
export function codeSentTo(request: APIRequestContext, email: string, after = 0): Promise<string> {
  return newestCode(() => mailsTo(request, email), email, after)
}

/** The same for a phone number. */
export function codeTextedTo(request: APIRequestContext, number: string, after = 0): Promise<string> {
  const box = `${process.env.SANDBOX_ORIGIN}/sms/messages/?to=${encodeURIComponent(number)}`
  return newestCode(async () => (await request.get(box)).json(), number, after)
}

async function newestCode(
  read: () => Promise<{ text: string }[]>,
  receiver: string,
  after: number,
): Promise<string> {
  const until = Date.now() + 20_000
  while (Date.now() < until) {
    const messages = await read()
    const code = messages.length > after ? messages[0]?.text.match(/\b\d{6}\b/)?.[0] : undefined
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was sent to ${receiver}`)
}
