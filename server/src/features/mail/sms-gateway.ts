import type { Config } from '../../config.ts'

const TIMEOUT_MS = 10_000

export type SmsGateway = { send(to: string, text: string): Promise<void> }

/**
 * Sends text messages through an HTTP gateway: `POST` of `{to, from, text}` as JSON, with the token as
 * bearer when there is one. Any 2xx means taken.
 */
export function makeSmsGateway(settings: Config['sms']): SmsGateway {
  if (settings === undefined) return { send: () => Promise.reject(new Error('no SMS gateway is connected')) }
  const { url, token, from } = settings
  return {
    async send(to, text) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, from, text }),
        // A redirect would send the code to an address that isn't configured.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      // The answer's text may repeat the message: it is not part of the error.
      if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
    },
  }
}
