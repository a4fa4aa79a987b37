import type { BACKUP_PROBLEMS } from '@laurel/contract/platform'
import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../app/call.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Figures } from '../../parts/Figures.tsx'
import { moment, plural } from '../../parts/format.ts'
import { Note } from '../../parts/Note.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tag, type TagTone } from '../../parts/Tag.tsx'
import { PlatformPart, PlatformScreen } from './PlatformScreen.tsx'
import { type Backups, platformQueries } from './platform.queries.ts'
import { ago, sizeOf } from './platform-words.ts'

export function BackupsScreen() {
  const queryClient = useQueryClient()
  const read = useQuery(platformQueries.backups())
  const start = useMutation({
    mutationFn: () => call(api.startBackup),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['platform', 'backups'] })
      showToast({ title: 'Backup started' })
    },
    onError: (cause) => showFailure('We couldn’t start the backup', cause),
  })
  return (
    <PlatformScreen
      title="Backups"
      read={read}
      actions={
        read.data?.hasPassphrase && (
          <Button
            size="compact"
            look="primary"
            isPending={start.isPending || read.data.isRunning}
            onClick={() => start.mutate()}
          >
            Back up now
          </Button>
        )
      }
    >
      {(backups) => (
        <>
          <div className="mt-5 grid gap-3 empty:hidden">
            {backups.problems.map((problem) => (
              <Note key={problem} tone={problem === 'failed' ? 'bad' : 'warn'}>
                {PROBLEMS[problem](backups)}
              </Note>
            ))}
          </div>
          <div className="mt-6">
            <Figures figures={figuresOf(backups)} />
          </div>
          <Runs backups={backups} />
          <Verify backups={backups} />
        </>
      )}
    </PlatformScreen>
  )
}

type Problem = (typeof BACKUP_PROBLEMS)[number]

const PROBLEMS: Record<Problem, (backups: Backups) => ReactNode> = {
  failed: ({ runs }) => (
    <>
      <b>The last backup failed.</b> {runs.find(({ state }) => state === 'failed')?.error}
    </>
  ),
  none: () => (
    <>
      <b>There’s no backup yet.</b> If you lose this server’s disk, you lose all orders.
    </>
  ),
  late: () => (
    <>
      <b>The next backup is overdue.</b> Check that a server with a worker is running.
    </>
  ),
  off: ({ hasPassphrase }) => (
    <>
      <b>Automatic backups are off.</b> Set <code>BACKUP_EVERY_HOURS</code>
      {!hasPassphrase && ' and a passphrase'}, then restart the servers.
    </>
  ),
  never_verified: () => (
    <>
      <b>No backup has been verified.</b> Only a restore proves that a backup works.
    </>
  ),
  verified_long_ago: () => (
    <>
      <b>The last verified restore is more than a month old.</b> Verify the latest backup.
    </>
  ),
}

function figuresOf({ lastBackupAt, lastVerifiedAt, everyHours, keep, place }: Backups) {
  const figure = (at: string | null, none: string) => ({
    value: at === null ? none : ago(at),
    note: at !== null && moment(at),
  })
  return [
    { label: 'Last backup', ...figure(lastBackupAt, 'None') },
    { label: 'Last verified restore', ...figure(lastVerifiedAt, 'Never') },
    {
      label: 'Automatic',
      value: everyHours === null ? 'Off' : `Every ${plural(everyHours, 'hour')}`,
      note: (
        <span className="wrap-anywhere">
          {plural(keep, 'backup')} kept in {place}
        </span>
      ),
    },
  ]
}

const STATES: Record<Backups['runs'][number]['state'], { word: string; tone: TagTone }> = {
  running: { word: 'Running', tone: 'wait' },
  complete: { word: 'Complete', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
}

function Runs({ backups: { runs } }: { backups: Backups }) {
  if (runs.length === 0) return null
  return (
    <PlatformPart title="History">
      <Table
        stacks
        aria-label="History"
        columns={['Started', 'Status', { title: 'Size', isNumber: true }, 'Where', 'Verified']}
      >
        {runs.map(({ id, startedAt, state, bytes, address, error, verifiedAt }) => (
          <tr key={id}>
            <Cell className="whitespace-nowrap">
              <time dateTime={startedAt}>{moment(startedAt)}</time>
            </Cell>
            <Cell className="narrow:justify-self-end">
              <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
            </Cell>
            <Cell isNumber className="narrow:order-4">
              {bytes > 0 && sizeOf(bytes)}
            </Cell>
            <Cell className="wrap-anywhere text-small narrow:order-3">
              {error === '' ? address : <span className="text-bad">{error}</span>}
            </Cell>
            <Cell className="whitespace-nowrap text-small narrow:order-5 narrow:empty:hidden">
              {verifiedAt && moment(verifiedAt)}
            </Cell>
          </tr>
        ))}
      </Table>
    </PlatformPart>
  )
}

/** Commands on the server: a restore needs the disk and the time of a server, not of a page. */
function Verify({ backups: { runs, hasPassphrase } }: { backups: Backups }) {
  const latest = runs.find(({ state }) => state === 'complete')
  return (
    <PlatformPart
      title={latest ? 'Verify the latest backup' : 'Back up by hand'}
      text={
        latest
          ? 'Run this on a server. It restores the backup to a temporary folder, checks it, and deletes the folder.'
          : hasPassphrase
            ? 'Or run this on a server.'
            : 'Run this on a server. It asks for a passphrase.'
      }
    >
      <div className="mt-3 max-w-[46rem]">
        <CopyField
          label="Command"
          value={latest ? `npm run restore -- ${quoted(latest.address)} --check` : 'npm run backup'}
        />
      </div>
    </PlatformPart>
  )
}

/** For a shell, in which a folder's name may have a space. */
function quoted(address: string): string {
  return /^[\w./:@=-]+$/.test(address) ? address : `'${address.replaceAll("'", "'\\''")}'`
}
