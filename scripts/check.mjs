// `npm run check`: the gate for every commit. Types, lint with format and import rules, unused code, unit
// tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { install, ROOT, run, runTogether } from './prepare.mjs'

const bin = (path) => join(ROOT, 'node_modules', path)

export async function check({ unit = ['domain', 'contract', 'web', 'sandbox', 'scripts'] } = {}) {
  await runTogether([
    ...projects().map((project) => [`types: ${project}`, types(project)]),
    ['lint, format, imports', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
    ['no unused code', [bin('knip/bin/knip.js'), '--no-progress']],
  ])
  if (unit.length > 0) run('unit tests', [bin('vitest/vitest.mjs'), 'run', ...unit])
}

/**
 * Results are cached, so the next check reads only what changed. One checker each, because two projects run at a
 * time and every checker works out the same types again: it takes half the processor time.
 */
function types(project) {
  const memory = bin(`.cache/types/${project.replace('/', '-')}`)
  return [
    bin('typescript/bin/tsc'),
    ...['-p', project, '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', memory],
  ]
}

/** Each room has its own types: domain sees neither the DOM nor Node. */
function projects() {
  // Longest first: the others run beside it.
  const rooms = ['web', 'server', 'e2e', 'identity', 'domain', 'contract', 'sandbox', 'bench', 'examples']
  return rooms.flatMap((room) =>
    readdirSync(join(ROOT, room))
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => `${room}/${name}`),
  )
}

if (process.argv[1] === join(ROOT, 'scripts/check.mjs')) {
  install()
  await check()
}
