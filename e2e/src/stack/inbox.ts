import { type APIRequestContext, expect } from '@playwright/test'

type Mail = { subject: string; text: string }

/** What was mailed to an address, the newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const inbox = `${process.env.SANDBOX_ORIGIN}/inbox/messages/?to=${encodeURIComponent(email)}`
  return (await request.get(inbox)).json()
}

/** The newest six-digit code mailed to an address; with `after`, once more mails than that are there. */
export async function codeSentTo(request: APIRequestContext, email: string, after = 0): Promise<string> {
  let code: string | undefined
  const look = async () => {
    const mails = await mailsTo(request, email)
    code = mails.length > after ? mails[0]?.text.match(/\b\d{6}\b/)?.[0] : undefined
    return code
  }
  await expect.poll(look, { message: `a code mailed to ${email}`, timeout: 20_000 }).toBeDefined()
  return code!
}
