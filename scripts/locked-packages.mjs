import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare.mjs'

/** Every installed package, by its folder. */
export const LOCKED = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages

/** The packages that a room needs to run, and those that they need, from the lock file: their folders. */
export function lockedPackages(room, isWanted = () => true) {
  const found = new Set()
  const look = (at) => {
    const entry = LOCKED[at]
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...requiredPeers(entry) }
    for (const dependency of Object.keys(needed)) {
      const path = resolve(at, dependency)
      if (path === undefined || found.has(path)) continue
      if (LOCKED[path].link) {
        found.add(path)
        look(LOCKED[path].resolved)
      } else if (isWanted(path, LOCKED[path])) {
        found.add(path)
        look(path)
      }
    }
  }
  look(room)
  return [...found].filter((path) => !LOCKED[path].link)
}

/** Required peers are installed too; optional ones only if something else needs them. */
function requiredPeers({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.fromEntries(
    Object.entries(peerDependencies).filter(([peer]) => !peerDependenciesMeta[peer]?.optional),
  )
}

/** As Node does: in the package's own folder, then in each one above. */
function resolve(from, dependency) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = join(at, 'node_modules', dependency)
    if (LOCKED[path] !== undefined) return path
    if (at === '' || !at.includes('node_modules/')) break
  }
  const path = `node_modules/${dependency}`
  return LOCKED[path] === undefined ? undefined : path
}
