import * as z from 'zod'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job, makeTurns, type Sweep, sweeps, throwAll } from '../../jobs/jobs.ts'
import type { PlaceKit } from '../place-order/place-order.service.ts'
import { findSite } from '../sites/sites.repo.ts'
import { runProgram } from './look-for-people.ts'
import { programsToLookAt } from './programs.repo.ts'

/** Programs that a visit looks at. */
const MOST_AT_A_VISIT = 100

/** Orders the cards of programs that are due, and tries again what couldn't be ordered. */
export const runPrograms = job({
  name: 'programs.run',
  payload: z.unknown(),
  retries: 2,
  seconds: 300,
  cron: '11 * * * *',
  siteBySite: true,
})

/** The same for one program at once: it was turned on, or its problem is solved. */
export const runProgramNow = job({
  name: 'programs.run-now',
  payload: z.object({ siteId: z.number(), programId: z.number() }),
  retries: 2,
  seconds: 300,
})

export function runProgramHandler(kit: PlaceKit): JobHandler {
  return handles(runProgramNow, async ({ siteId, programId }) => {
    const site = await findSite(kit.pool, siteId)
    if (site !== undefined && site.live_at !== null) await runProgram(kit, site, programId)
  })
}

export function runningPrograms(kit: PlaceKit): Sweep {
  const inTurns = makeTurns()
  return sweeps(
    runPrograms,
    () => findDueSites(kit.pool, (db) => programsToLookAt(db, kit.now()).select('site_id').distinct()),
    async (siteId) => {
      const site = await findSite(kit.pool, siteId)
      // Before it's live, a site takes no orders.
      if (site === undefined || site.live_at === null) return
      const due = await inSite(kit.pool, siteId, (db) =>
        programsToLookAt(db, kit.now())
          .select('id')
          .where('site_id', '=', siteId)
          .orderBy('next_look_at')
          .orderBy('id')
          .limit(MOST_AT_A_VISIT)
          .execute(),
      )
      const ids = due.map(({ id }) => id)
      throwAll((await inTurns(siteId, ids, (id) => runProgram(kit, site, id))) as Error[])
    },
  )
}
