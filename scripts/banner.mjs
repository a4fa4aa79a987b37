/**
 * The lines that a start prints once everything runs. The demo has `accounts`, the sandbox `sandboxPort`, and an empty
 * installation `setupLink`.
 */
export function banner({ seconds, origin, port, sandboxPort, accounts, setupLink }) {
  const isDemo = accounts !== undefined
  const sandbox = `http://localhost:${sandboxPort}/`
  const lines = [
    setupLink && ['Set up Laurel', setupLink],
    ['The shop', `${origin}/`],
    isDemo && ['The second site', `http://acorn.localhost:${port}/`],
    [
      'The office',
      `${origin}/office/${isDemo ? ' (staff; the first sign-in sets up an authenticator app)' : ''}`,
    ],
    ['API reference', `${origin}/api/docs`],
    sandboxPort && ['Mail sent', `${sandbox}inbox/`],
    sandboxPort && ['Text messages', `${sandbox}sms/`],
    sandboxPort && ['The sandbox', sandbox],
  ]
  const list = lines.filter(Boolean).map(([name, address]) => `  ${name.padEnd(18)}${address}\n`)
  const people = isDemo ? `\n${accounts.replace(/^/gm, '  ')}` : ''
  return `\nLaurel is ready (${seconds.toFixed(1)} s).\n\n${list.join('')}${people}`
}
