import { api } from '@laurel/contract/routes'
import { endSentence } from '@laurel/domain/sentence'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, Eye, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { type AnswerOf, call } from '../../../app/call.ts'
import { useSite } from '../../../app/site.ts'
import { AnchorButton, Button, LinkButton } from '../../../parts/Button.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Progress } from '../../../parts/Progress.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { Loaded, ScreenHead } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { FRESH } from '../office.queries.ts'
import { restoreFocus, useSave } from '../office-mutations.ts'
import type { SitePart } from '../screen-searches.ts'
import { officeMoment } from '../times.ts'

type GoLive = AnswerOf<'getGoLive'>
type Line = GoLive['lines'][number]
type Check = Line['checks'][number]

const query = { queryKey: ['office', 'go-live'], queryFn: () => call(api.getGoLive), ...FRESH }

/** What is left to do before customers can use the site. */
export function GoLiveScreen() {
  const read = useQuery(query)
  const [isAsking, setAsking] = useState(false)
  const live = useSave({
    save: () => call(api.goLive),
    done: 'Your site is live',
    onDone: () => {
      setAsking(false)
      restoreFocus()
    },
  })
  const offline = useSave({
    save: () => call(api.takeOffline),
    done: 'Visitors see “Coming soon” again',
    onDone: restoreFocus,
  })
  const checkAll = useSave({ save: () => call(api.checkGoLive, { body: {} }) })
  const problem = live.error ?? offline.error ?? checkAll.error
  const { data } = read
  return (
    <>
      <ScreenHead
        title="Go live"
        beside={
          data && (data.liveAt === null ? <Tag tone="warn">Coming soon</Tag> : <Tag tone="good">Live</Tag>)
        }
      >
        <AnchorButton href="/" target="_blank" rel="noreferrer">
          <Icon of={Eye} />
          {data?.liveAt ? 'Open shop' : 'Open preview'}
        </AnchorButton>
        <Button isPending={checkAll.isPending} onClick={() => checkAll.mutate()}>
          Check everything
        </Button>
        {data?.liveAt === null && (
          <Button
            look="primary"
            isDisabled={!data.canGoLive}
            isPending={live.isPending}
            onClick={() => (data.previewOrders > 0 ? setAsking(true) : live.mutate())}
          >
            Go live
          </Button>
        )}
        {data?.canTakeOffline && (
          <Button isPending={offline.isPending} onClick={() => offline.mutate()}>
            Take offline
          </Button>
        )}
      </ScreenHead>
      {problem && (
        <Note tone="bad" className="mb-6">
          {formError(problem)}
        </Note>
      )}
      {isAsking && data && (
        <OfficeDialog
          title="Go live?"
          lead={`${plural(data.previewOrders, 'preview order', 'preview orders')} and their cards will be deleted, and links in their emails will stop working. Customers can order immediately.`}
          submit="Go live"
          request={live}
          onClose={() => setAsking(false)}
        />
      )}
      <Loaded label="Checklist" read={read}>
        {(loaded) => (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,380px)] items-start gap-12 max-xl:grid-cols-1">
            <Checklist live={loaded} />
            {loaded.liveAt === null && <ComingSoon />}
          </div>
        )}
      </Loaded>
    </>
  )
}

function Checklist({ live }: { live: GoLive }) {
  const { lines } = live
  const done = lines.filter(({ state }) => state !== 'todo').length
  return (
    <section aria-label="Checklist">
      <p role="status" className="mb-3">
        <b className="font-semibold">
          {done} of {lines.length} ready.
        </b>{' '}
        <span className="text-muted">{next(live)}</span>
      </p>
      <Progress label="Ready" done={done} total={lines.length} />
      <ul className="mt-2">
        {lines.map((line) => (
          <LineRow key={line.name} line={line} live={live} />
        ))}
      </ul>
    </section>
  )
}

function next({ lines, liveAt }: GoLive): string {
  if (liveAt !== null) return `Live since ${officeMoment(liveAt)}.`
  const blocking = lines.filter(({ blocks }) => blocks).length
  if (blocking === 0) return 'You can go live.'
  return `${plural(blocking, 'required line is', 'required lines are')} left before you can go live.`
}

const WORDS: Record<Line['name'], { title: string; link: ReactNode }> = {
  hosts: siteLine('Name and addresses', undefined),
  logo: siteLine('Logo and colors', 'brand'),
  catalog: {
    title: 'Catalog',
    link: (
      <LinkButton to="/office/catalog" look="plain" size="compact" aria-label="Edit: Catalog">
        Edit
      </LinkButton>
    ),
  },
  payments: siteLine('Payments', 'payments'),
  carriers: siteLine('Carriers', 'carriers'),
  mail: siteLine('Email', 'sender'),
  legal_texts: siteLine('Legal texts', 'texts'),
  preview: {
    title: 'Preview order',
    link: (
      <AnchorButton
        href="/"
        target="_blank"
        rel="noreferrer"
        look="plain"
        size="compact"
        aria-label="Open preview: Preview order"
      >
        Open preview
      </AnchorButton>
    ),
  },
  staff: {
    title: 'Staff',
    link: (
      <LinkButton to="/office/staff" look="plain" size="compact" aria-label="Invite: Staff">
        Invite
      </LinkButton>
    ),
  },
}

function siteLine(title: string, part: Exclude<SitePart, 'general'> | undefined) {
  const link = (
    <LinkButton
      to="/office/site"
      search={part === undefined ? {} : { part }}
      look="plain"
      size="compact"
      aria-label={`Edit: ${title}`}
    >
      Edit
    </LinkButton>
  )
  return { title, link }
}

function signOf({ state, blocks }: Line) {
  if (state === 'ready') return { icon: CircleCheck, color: 'text-good', word: 'Ready' }
  if (state === 'off') return { icon: CircleDashed, color: 'text-muted', word: 'Off' }
  return blocks
    ? { icon: CircleAlert, color: 'text-bad', word: 'Required' }
    : { icon: TriangleAlert, color: 'text-warn', word: 'Recommended' }
}

function LineRow({ line, live }: { line: Line; live: GoLive }) {
  const { icon, color, word } = signOf(line)
  const { title, link } = WORDS[line.name]
  const isOver = line.name === 'preview' && live.liveAt !== null
  const canSendTest = line.name === 'mail' && live.canSendTestMail
  const hasTests = line.checks.length > 0 || canSendTest
  const missing = line.name === 'mail' ? (live.mailSender?.records ?? []) : []
  return (
    <li className="grid min-h-[68px] grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-2 border-line border-b py-3 last:border-b-0 narrow:gap-x-2.5">
      <Icon of={icon} label={word} className={`mt-0.5 self-start ${color}`} />
      <div className="min-w-0">
        <b className="font-semibold">{title}</b>
        <p className={`wrap-anywhere text-small ${line.blocks ? 'text-bad' : 'text-muted'}`}>
          {line.text}
          {line.checkedAt && ` Checked ${officeMoment(line.checkedAt)}.`}
        </p>
      </div>
      <div
        className={`flex flex-wrap items-center justify-end gap-2 ${hasTests ? 'narrow:col-start-2 narrow:justify-start' : ''}`}
      >
        {line.checks.map((check) => (
          <CheckButton key={check} check={check} title={title} />
        ))}
        {canSendTest && <TestMailButton />}
        {!isOver && link}
      </div>
      {missing.some(({ state }) => state !== 'right') && <MissingRecords records={missing} />}
    </li>
  )
}

const CHECK_WORDS: Record<Check, string> = {
  hosts: 'Check DNS',
  payments: 'Test connection',
  carriers: 'Test connection',
  mail: 'Check DNS',
}

function CheckButton({ check, title }: { check: Check; title: string }) {
  const run = useSave({ save: () => call(api.checkGoLive, { body: { only: check } }) })
  return (
    <>
      <Button
        size="compact"
        isPending={run.isPending}
        onClick={() => run.mutate()}
        aria-label={`${CHECK_WORDS[check]}: ${title}`}
      >
        {CHECK_WORDS[check]}
      </Button>
      <Failed of={run.error} />
    </>
  )
}

function TestMailButton() {
  const send = useSave({ save: () => call(api.sendGoLiveMail) })
  return (
    <>
      <Button size="compact" isPending={send.isPending} onClick={() => send.mutate()}>
        Send me a test
      </Button>
      <Failed of={send.error} />
    </>
  )
}

function Failed({ of: problem }: { of: unknown }) {
  if (!problem) return null
  return (
    <p role="alert" className="w-full text-bad text-small">
      {formError(problem)}
    </p>
  )
}

/** Records that the sender's domain lacks, to copy. */
function MissingRecords({ records }: { records: NonNullable<GoLive['mailSender']>['records'] }) {
  return (
    <div className="col-span-full grid gap-4 ps-9.5 pt-1 narrow:ps-0">
      {records
        .filter(({ state }) => state !== 'right')
        .map(({ name, host, value }) => (
          <fieldset key={name} className="grid min-w-0 gap-3">
            <legend className="mb-1 font-medium text-label">Add this {name.toUpperCase()} record</legend>
            <CopyField label={`${name.toUpperCase()} name`} value={host} />
            <CopyField label={`${name.toUpperCase()} text (TXT)`} value={value} />
          </fieldset>
        ))}
    </div>
  )
}

/** The page that visitors get now, in small. */
function ComingSoon() {
  const site = useSite()
  return (
    <aside aria-labelledby="coming-soon" className="grid gap-2">
      <h2 id="coming-soon" className="text-h3">
        Visitors see this
      </h2>
      <div className="paper grid min-h-[190px] place-items-center content-center gap-2 rounded-panel bg-[radial-gradient(70%_90%_at_50%_10%,var(--accent-wash),transparent_78%),var(--surface)] p-6 text-center shadow-hairline">
        <span className="flex items-center gap-2 font-semibold text-label">
          {site.siteLogo && <img src={site.siteLogo} alt="" className="h-6 max-w-40 object-contain" />}
          {!site.logoHasName && site.name}
        </span>
        <b className="font-semibold text-h2">Coming soon</b>
        <span className="text-muted text-small">{endSentence(`Reward cards from ${site.name}`)}</span>
      </div>
      <p className="text-muted text-small">
        The preview shows the shop to you, while you’re signed in here. Its orders are deleted when you go
        live.
      </p>
    </aside>
  )
}
