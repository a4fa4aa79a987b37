import type { ListFile, ListFileRun } from '@laurel/contract/people-files'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { anyOf } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { readTimeZone } from '../companies/companies.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type FileSource, shownUrl, unsealSource } from './file-source.ts'
import { countFromFile, findLastRun, type ListFileRow, type RunRow } from './list-files.repo.ts'

export type ListFileWire = z.input<typeof ListFile>
type RunWire = z.input<typeof ListFileRun>

export async function listFileWire(
  db: Db,
  { keys, now }: Pick<Kit, 'keys' | 'now'>,
  site: SiteRow,
  file: ListFileRow,
): Promise<ListFileWire> {
  const source = unsealSource(keys.dataSeal, site.id, file.list_id, file.settings_sealed)
  const last = await findLastRun(db, site.id, file.id)
  const names = await namesOf(db, site.id, [file.turned_on_by, last?.asked_by ?? null])
  return {
    list_id: file.list_id,
    ...sourceWire(source),
    columns: file.columns,
    is_on: file.is_on,
    is_syncing: file.leased_until !== null && file.leased_until > now(),
    next_sync_at: file.next_sync_at?.toISOString() ?? null,
    turned_on_by: nameIn(names, file.turned_on_by),
    people_count: await countFromFile(db, site.id, file.list_id),
    time_zone: await readTimeZone(db, site, file.company_id),
    last_run: last === undefined ? null : runWire(last, names),
  }
}

export async function runsWire(db: Db, siteId: number, runs: readonly RunRow[]): Promise<RunWire[]> {
  const names = await namesOf(
    db,
    siteId,
    runs.map(({ asked_by }) => asked_by),
  )
  return runs.map((run) => runWire(run, names))
}

function runWire(run: RunRow, names: ReadonlyMap<number, string>): RunWire {
  const { id, state, says, hash, row_count, added_count, changed_count, left_count } = run
  return {
    ...{ id, state, says, hash, row_count, added_count, changed_count, left_count },
    problems: run.problems,
    problem_count: run.problem_count,
    attempts: run.attempts,
    asked_by: run.asked_by === null ? null : (names.get(run.asked_by) ?? ''),
    started_at: run.started_at.toISOString(),
    ended_at: run.ended_at?.toISOString() ?? null,
  }
}

type SourceWire = Pick<ListFileWire, 'kind' | 'has_secret' | keyof typeof BLANK>

const BLANK = {
  ...{ url: '', has_query: false, auth: 'none', username: '' },
  ...{ bucket: '', object_key: '', region: '', endpoint: '', access_key_id: '' },
} as const

/** Without what opens the file. */
function sourceWire(source: FileSource): SourceWire {
  const has_secret = source.secret !== ''
  if (source.kind === 'https') {
    const { kind, url, auth, username } = source
    return {
      ...BLANK,
      kind,
      auth,
      username,
      url: shownUrl(url),
      has_query: new URL(url).search !== '',
      has_secret,
    }
  }
  const { secret: _, ...shown } = source
  return { ...BLANK, ...shown, auth: 'none', has_secret }
}

function nameIn(names: ReadonlyMap<number, string>, id: number | null): string | null {
  return id === null ? null : (names.get(id) ?? null)
}

async function namesOf(
  db: Db,
  siteId: number,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name'])
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(ids.filter((id) => id !== null)))
    .execute()
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]))
}
