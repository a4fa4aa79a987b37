/**
 * Sets up an empty installation without a browser: `npm run setup`. Takes flags, or asks; without a terminal, the
 * password is the first line of standard input. Needs the server's own settings.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { Refusal } from '@laurel/domain/refusal'
import { siteAddress } from '../features/checkout/provider-report.ts'
import { createInstallation, type Entered } from '../features/setup/setup.service.ts'
import { hasOrganizations } from '../features/setup/setup-links.ts'
import { makeSites } from '../features/sites/sites.service.ts'
import { runProgram } from '../run-program.ts'
import { fail, withAccounts } from './with-accounts.ts'

const QUESTIONS = {
  organization: { field: 'organizationName', asks: 'Organization' },
  'site-name': { field: 'siteName', asks: 'Site name' },
  host: { field: 'host', asks: 'Site address, such as rewards.example.com' },
  'time-zone': { field: 'timeZone', asks: 'Time zone, such as America/Chicago' },
  'owner-name': { field: 'ownerName', asks: 'Owner’s name' },
  'owner-email': { field: 'ownerEmail', asks: 'Owner’s email' },
} as const satisfies Record<string, { field: Exclude<keyof Entered, 'password'>; asks: string }>
const FLAGS = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]

const { values } = parseArgs({
  options: Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'string' as const }])),
})

await runProgram(() =>
  withAccounts(async ({ config, pool, keys, own }) => {
    if (await hasOrganizations(pool)) return fail('Laurel is already set up here. Nothing was changed.')
    const entered = await readAnswers()
    if (entered === undefined) return
    const identity = config.cognito === undefined ? own : undefined
    const kit = {
      pool,
      keys,
      identity,
      staffPools: own.privatePools,
      sites: makeSites(pool),
      now: () => new Date(),
    }
    try {
      const { host } = await createInstallation(kit, entered, undefined)
      console.info(`${entered.siteName} is set up. Running servers answer there within five seconds.`)
      console.info(`${entered.ownerName} signs in at ${siteAddress(config.publicOrigin, host, '/office/')}`)
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      const problems = cause.errors.map(({ field, message }) => `${flagOf(field)}: ${message}`)
      fail(...(problems.length > 0 ? problems : ['Laurel is already set up here. Nothing was changed.']))
    }
  }),
)

function flagOf(field: string): string {
  return FLAGS.map((flag) => `--${flag}`).find((_, at) => QUESTIONS[FLAGS[at]!].field === field) ?? field
}

/** @returns undefined after printing what is missing, if there's no terminal to ask in */
async function readAnswers(): Promise<Entered | undefined> {
  const isTerminal = process.stdin.isTTY === true
  const missing = FLAGS.filter((flag) => values[flag] === undefined)
  if (!isTerminal && missing.length > 0) {
    return fail(
      `Set ${missing.map((flag) => `--${flag}`).join(', ')}. The password is the first line of standard input.`,
    )
  }
  // The password isn't shown while it's typed.
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal })
  const answers: Partial<Entered> = {}
  for (const flag of FLAGS) {
    const { field, asks } = QUESTIONS[flag]
    answers[field] = values[flag] ?? (await lines.question(`${asks}: `))
  }
  let password: string
  if (isTerminal) {
    const asked = lines.question('Password, at least 12 characters: ')
    isHidden = true
    password = await asked
    process.stdout.write('\n')
  } else {
    const { value } = await lines[Symbol.asyncIterator]().next()
    password = value ?? ''
  }
  lines.close()
  return { ...answers, password } as Entered
}
