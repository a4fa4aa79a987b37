import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { freePort, launch } from './start-stack.ts'

/** A shop configured to use a user pool, and the installation that plays the pool. */
type CognitoShop = {
  origin: string
  poolOrigin: string
  /** A person in the pool. */
  person: { email: string; password: string }
  close(): Promise<void>
}

/** Starts one installation that plays Amazon, and a second one configured to use it. */
export async function openCognitoShop(): Promise<CognitoShop> {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-cognito-'))
  const [poolPort, shopPort] = await Promise.all([freePort(), freePort()])
  const quiet = { LOG_LEVEL: 'error' }
  const poolDir = join(folder, 'pool')
  const pool = await launch('server/src/main.ts', 'laurel: ready', {
    ...quiet,
    PORT: String(poolPort),
    DATA_DIR: poolDir,
  })
  const poolOrigin = `http://localhost:${poolPort}`
  const { accounts } = await (await fetch(`${poolOrigin}/api/v1/actual_rewards_site/`)).json()
  const shop = await launch('server/src/main.ts', 'laurel: ready', {
    ...quiet,
    PORT: String(shopPort),
    DATA_DIR: join(folder, 'shop'),
    IDENTITY_USER_POOL_ID: accounts.user_pool_id,
    IDENTITY_CLIENT_ID: accounts.client_id,
    IDENTITY_IDENTITY_POOL_ID: accounts.identity_pool_id,
    IDENTITY_AUTH_FLOW: 'USER_PASSWORD_AUTH',
    IDENTITY_ISSUER: `${poolOrigin}/identity/${accounts.user_pool_id}`,
  })
  return {
    origin: `http://localhost:${shopPort}`,
    poolOrigin,
    person: demoCustomer(poolDir),
    close: async () => {
      await Promise.all([stop(pool), stop(shop)])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Routes a browser's requests to Amazon to the installation that plays it, and records them. */
export async function playAmazon(context: BrowserContext, poolOrigin: string): Promise<string[]> {
  const asked: string[] = []
  await context.route(/^https:\/\/cognito-(idp|identity)\.us-east-1\.amazonaws\.com\//, async (route) => {
    const request = route.request()
    asked.push((request.headers()['x-amz-target'] ?? '').replace(/^.*\./, ''))
    const answer = await fetch(`${poolOrigin}/identity/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': request.headers()['x-amz-target'] ?? '',
      },
      body: request.postData() ?? '',
    })
    await route.fulfill({
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), 'access-control-allow-origin': '*' },
      body: await answer.text(),
    })
  })
  return asked
}

function demoCustomer(dataDir: string): { email: string; password: string } {
  const text = readFileSync(join(dataDir, 'demo-accounts.txt'), 'utf8')
  const [, email, password] = /customer\s+(\S+)\s+(.+)/.exec(text)!
  return { email: email!, password: password!.trim() }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
