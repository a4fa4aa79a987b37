import type { APIRequestContext } from '@playwright/test'

type Mail = { subject: string; text: string }

/** What was mailed to an address, the newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const inbox = `${process.env.SANDBOX_ORIGIN}/inbox/messages/?to=${encodeURIComponent(email)}`
  return (await request.get(inbox)).json()
}

/** The newest six-digit code mailed to an address; with `after`, once more mails than that are there. */
export async function codeSentTo(request: APIRequestContext, email: string, after = 0): Promise<string> {
  const until = Date.now() + 20_000
  while (Date.now() < until) {
    const mails = await mailsTo(request, email)
    const code = mails.length > after ? mails[0]?.text.match(/\b\d{6}\b/)?.[0] : undefined
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was mailed to ${email}`)
}
