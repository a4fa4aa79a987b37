import { randomUUID } from 'node:crypto'
import type { CodeMessage } from '@laurel/identity'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { textsOf } from '../../texts.ts'
import { languageOfAccount } from './account-language.ts'
import { codeContent, codeText } from './code-words.ts'
import { siteMail } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { readSiteOfPool, siteOrigin } from './pool-site.ts'
import type { SmsGateway } from './sms-gateway.ts'

const SEAL_CONTEXT = { EMAIL: 'mail-code', SMS: 'sms-code' } as const

const SealedCode = z.object({
  destination: z.string(),
  code: z.string(),
  purpose: z.enum([
    'sign-up',
    'reset-password',
    'verify-attribute',
    'sign-in',
    'first-factor',
    'invitation',
    'account-exists',
  ]),
  poolId: z.string(),
  sub: z.string().optional(),
  // Jobs from an earlier version lack these and are sent as before.
  lifeMs: z.number().default(600_000),
  expiresAt: z.string().optional(),
})

const options = {
  // The pool says which site's failure it is; jobs from an earlier version don't.
  payload: z.object({ sealed: z.string(), key: z.string(), poolId: z.string().optional() }),
  retries: 5,
  seconds: 60,
}

/** A code opens an account, so it's encrypted while the job waits. */
export const mailCode = job({ name: 'mail.code', needs: 'mail', ...options })
export const smsCode = job({ name: 'sms.code', needs: 'sms', ...options })

/** Delivers the accounts service's codes by mail or text message, as a job in the transaction that creates the code. */
export function deliverCode({ jobs, keys, now }: Pick<Kit, 'jobs' | 'keys' | 'now'>) {
  return async (tx: unknown, message: CodeMessage): Promise<void> => {
    const { medium, destination, code, purpose, poolId, sub, expiresAt } = message
    const told: z.input<typeof SealedCode> = {
      ...{ destination, code, purpose, poolId, sub },
      lifeMs: expiresAt.getTime() - now().getTime(),
      expiresAt: expiresAt.toISOString(),
    }
    const sealed = seal(keys.dataSeal, SEAL_CONTEXT[medium], JSON.stringify(told))
    const definition = medium === 'EMAIL' ? mailCode : smsCode
    await jobs.enqueue(tx as Db, definition, { sealed, poolId, key: `code-${randomUUID()}` })
  }
}

type CodeKit = Pick<Kit, 'config' | 'pool' | 'keys' | 'now'>

export function codeHandlers(kit: CodeKit, mailer: Mailer, gateway: SmsGateway): JobHandler[] {
  return [
    handles(mailCode, async ({ sealed, key }) => {
      const told = openCode(kit, 'EMAIL', sealed)
      if (told === undefined) return
      const site = await readSiteOfPool(kit.pool, told.poolId)
      const i18n = textsOf(await languageOfAccount(kit.pool, site, told.sub))
      const content = codeContent(i18n, site, siteOrigin(kit.config.publicOrigin, site), told)
      await mailer.send({ ...siteMail(site, content), to: told.destination, key })
    }),
    handles(smsCode, async ({ sealed }) => {
      const told = openCode(kit, 'SMS', sealed)
      if (told === undefined) return
      const site = await readSiteOfPool(kit.pool, told.poolId)
      const i18n = textsOf(await languageOfAccount(kit.pool, site, told.sub))
      await gateway.send(told.destination, codeText(i18n, site, told))
    }),
  ]
}

/** @returns undefined when the code has expired on its way: it would only mislead */
function openCode({ keys, now }: CodeKit, medium: CodeMessage['medium'], sealed: string) {
  const told = SealedCode.parse(JSON.parse(unseal(keys.dataSeal, SEAL_CONTEXT[medium], sealed)))
  const hasExpired = told.expiresAt !== undefined && new Date(told.expiresAt) <= now()
  return hasExpired ? undefined : told
}
