import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../app/call.ts'
import { CopyField } from '../../parts/CopyField.tsx'
import { Figures } from '../../parts/Figures.tsx'
import { count, moment } from '../../parts/format.ts'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tag, type TagTone } from '../../parts/Tag.tsx'
import { PlatformPart, PlatformScreen } from './PlatformScreen.tsx'
import { platformQueries } from './platform.queries.ts'

type Versions = AnswerOf<'getVersions'>

export function UpgradesScreen() {
  const read = useQuery(platformQueries.versions())
  return (
    <PlatformScreen title="Upgrades" read={read}>
      {(versions) => (
        <>
          <div className="mt-6">
            <Figures figures={figuresOf(versions)} />
          </div>
          <Servers versions={versions} />
          <HowTo isEmbedded={versions.isEmbedded} />
          <PlatformPart title="Latest migrations">
            <Table stacks aria-label="Latest migrations" columns={['Name', 'Applied']}>
              {versions.migrations.map(({ name, appliedAt }) => (
                <tr key={name}>
                  <Cell className="wrap-anywhere">{name}</Cell>
                  <Cell className="whitespace-nowrap">
                    <time dateTime={appliedAt}>{moment(appliedAt)}</time>
                  </Cell>
                </tr>
              ))}
            </Table>
          </PlatformPart>
        </>
      )}
    </PlatformScreen>
  )
}

function figuresOf({ version, database, isEmbedded, migrationCount, migrations }: Versions) {
  const [last] = migrations
  return [
    { label: 'Laurel', value: version, note: 'This server' },
    { label: 'PostgreSQL', value: database, note: isEmbedded ? 'Embedded' : undefined },
    {
      label: 'Migrations applied',
      value: count(migrationCount),
      note: last && `The last one ${moment(last.appliedAt)}`,
    },
  ]
}

const STATES: Record<Versions['servers'][number]['state'], { word: string; tone: TagTone }> = {
  current: { word: 'Running', tone: 'good' },
  earlier: { word: 'Earlier version', tone: 'warn' },
  later: { word: 'Later version', tone: 'wait' },
  stopping: { word: 'Stop it now', tone: 'bad' },
  silent: { word: 'Not responding', tone: 'warn' },
}

function Servers({ versions: { servers, isEmbedded } }: { versions: Versions }) {
  if (isEmbedded) {
    return (
      <PlatformPart title="Processes" text="One process, with the embedded database.">
        {null}
      </PlatformPart>
    )
  }
  return (
    <PlatformPart title="Processes" text="Servers and workers on this database.">
      <Table stacks aria-label="Processes" columns={['Process', 'Version', 'Running since', 'Status']}>
        {servers.map(({ id, version, state, startedAt }) => (
          <tr key={id}>
            <Cell className="font-mono">{id.slice(0, 8)}</Cell>
            <Cell className="narrow:justify-self-end">{version || 'Unknown'}</Cell>
            <Cell className="whitespace-nowrap">{moment(startedAt)}</Cell>
            <Cell className="narrow:justify-self-end">
              <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
            </Cell>
          </tr>
        ))}
      </Table>
    </PlatformPart>
  )
}

function HowTo({ isEmbedded }: { isEmbedded: boolean }) {
  return (
    <PlatformPart title="How to upgrade">
      <ol className="mt-2 grid max-w-[70ch] list-decimal gap-1.5 ps-5 marker:text-muted">
        <li>Read the new version’s section in its changelog.</li>
        <li>Install the new version next to this one, with the same settings.</li>
        <li>
          {isEmbedded
            ? 'Stop this server, then run the command below in the new version’s folder. It takes a backup first.'
            : 'Run the command below in the new version’s folder. It takes a backup first, and this version keeps serving.'}
        </li>
        <li>{isEmbedded ? 'Start the new version.' : 'Replace the processes one at a time.'}</li>
      </ol>
      <div className="mt-4 max-w-[46rem]">
        <CopyField label="Command" value="npm run upgrade" />
      </div>
    </PlatformPart>
  )
}
