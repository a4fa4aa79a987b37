import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Power, RefreshCw, Unlink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../app/call.ts'
import { companyQueries } from '../../../app/company.queries.ts'
import {
  isUnderWay,
  type ListFile,
  listFileQueries,
  type RecipientList,
  savedQueries,
} from '../../../app/customer.queries.ts'
import { openModal } from '../../../app/modal-store.ts'
import { useTexts } from '../../../app/texts.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { mayChange } from '../../../parts/Sharing.tsx'
import { siteMoment } from '../../../parts/site-time.ts'
import { Tag } from '../../../parts/Tag.tsx'
import { FileCheck } from './FileCheck.tsx'
import { countsOf, FileRuns } from './FileRuns.tsx'
import { SourceForm } from './SourceForm.tsx'

/** A shared list that follows a file, night by night. */
export function ListFileScreen({ id }: { id: number }) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const list = useSuspenseQuery(savedQueries.lists()).data.find((one) => one.id === id)
  return (
    <div className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <Link
        to="/recipients"
        search={list ? { list: list.id } : {}}
        className="link inline-flex min-h-9 items-center text-label touch:min-h-11"
      >
        {list?.name ?? i18n.t('Saved recipients')}
      </Link>
      <h1 className="mt-1">{i18n.t('Sync with a file')}</h1>
      <p className="mt-2 max-w-[62ch] text-muted">
        {i18n.t(
          'We read your HR system’s file each night. People in it are added and updated, and people no longer in it are removed from the list. People you added by hand stay.',
        )}
      </p>
      {!mayInCompany(company, 'programs.manage') ? (
        <EmptyState title={i18n.t('Your role doesn’t allow this')}>
          {i18n.t('Ask an admin of {name}.', { name: company.name })}
        </EmptyState>
      ) : list === undefined ? (
        <EmptyState title={i18n.t('We couldn’t find that list')}>
          {i18n.t('It was deleted, or isn’t shared with you.')}
        </EmptyState>
      ) : list.shared === null ? (
        <EmptyState title={i18n.t('Share the list first')}>
          {i18n.t('Only lists that your company shares can be kept in sync with a file.')}
        </EmptyState>
      ) : (
        <Found list={list} />
      )}
    </div>
  )
}

function Found({ list }: { list: RecipientList }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { file } = useSuspenseQuery(listFileQueries.file(list.id)).data
  const [isEditing, setEditing] = useState(false)
  const [isChecking, setChecking] = useState(false)
  const lastRun = file?.lastRun
  const done = `${lastRun?.id} ${lastRun?.state}`
  // What a sync did is on other pages, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is the reason
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: listFileQueries.runs(list.id).queryKey })
    void queryClient.invalidateQueries({ queryKey: ['saved-lists'] })
    queryClient.removeQueries({ queryKey: ['saved-people'] })
  }, [done])
  if (file === null || isEditing) {
    if (!mayChange(list)) {
      return (
        <EmptyState title={i18n.t('No file yet')}>
          {i18n.t('Ask the person who shared the list, or an admin.')}
        </EmptyState>
      )
    }
    return (
      <SourceForm
        listId={list.id}
        file={file ?? undefined}
        onCancel={file === null ? undefined : () => setEditing(false)}
        onSaved={() => {
          setEditing(false)
          setChecking(true)
        }}
      />
    )
  }
  return (
    <>
      <Head
        list={list}
        file={file}
        onEdit={() => setEditing(true)}
        onCheck={isChecking ? undefined : () => setChecking(true)}
      />
      <Trouble list={list} file={file} onCheck={() => setChecking(true)} />
      {isChecking ? (
        <section aria-labelledby="check" className="mt-10">
          <h2 id="check" className="text-h3">
            {i18n.t('Check file')}
          </h2>
          <FileCheck file={file} onDone={() => setChecking(false)} />
        </section>
      ) : (
        <Facts file={file} />
      )}
      <section aria-labelledby="runs" className="mt-10">
        <h2 id="runs" className="text-h3">
          {i18n.t('Recent syncs')}
        </h2>
        <FileRuns file={file} />
      </section>
    </>
  )
}

function placeOf(file: ListFile): string {
  return file.kind === 'https' ? file.url : `s3://${file.bucket}/${file.objectKey}`
}

type HeadProps = {
  list: RecipientList
  file: ListFile
  onEdit: () => void
  /** Undefined while it's being checked. */
  onCheck: (() => void) | undefined
}

function Head({ list, file, onEdit, onCheck }: HeadProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const busy = isUnderWay(file)
  const reload = () => queryClient.invalidateQueries({ queryKey: listFileQueries.file(list.id).queryKey })
  const sync = useMutation({
    mutationFn: () => call(api.syncListFile, { params: { id: list.id } }),
    onSuccess: reload,
    onError: (cause) => showFailure(i18n.t('We couldn’t start the sync'), cause),
  })
  const turnOff = useMutation({
    mutationFn: () => call(api.turnOffListFile, { params: { id: list.id } }),
    onSuccess: async () => {
      await reload()
      showToast({ title: i18n.t('Sync is off'), text: i18n.t('Everyone stays on the list.') })
    },
    onError: (cause) => showFailure(i18n.t('We couldn’t turn off the sync'), cause),
  })
  const disconnect = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Disconnect the file?'),
      text: i18n.t(
        'We’ll delete its location, its password, and the recent syncs. Everyone stays on the list.',
      ),
      confirm: i18n.t('Disconnect file'),
      cancel: i18n.t('Keep file'),
      danger: true,
      onConfirm: async () => {
        await call(api.removeListFile, { params: { id: list.id } })
        await reload()
        showToast({ title: i18n.t('The file is disconnected') })
      },
    })
  return (
    <div className="mt-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-3">
          <span className="wrap-anywhere font-medium">{placeOf(file)}</span>
          {busy ? (
            <Tag tone="wait">{i18n.t('Syncing')}</Tag>
          ) : (
            <Tag tone={file.isOn ? 'good' : 'plain'}>{file.isOn ? i18n.t('On') : i18n.t('Off')}</Tag>
          )}
        </p>
      </div>
      {mayChange(list) && (
        <div className="flex flex-wrap items-center gap-2">
          {file.isOn && (
            <Button isPending={sync.isPending || busy} onClick={() => sync.mutate()}>
              <Icon of={RefreshCw} size={18} />
              {i18n.t('Sync now')}
            </Button>
          )}
          {onCheck && (
            <Button look={file.isOn ? 'plain' : 'primary'} onClick={onCheck}>
              {i18n.t('Check file')}
            </Button>
          )}
          <Menu
            label={i18n.t('More for this file')}
            button={<Icon of={Ellipsis} size={18} />}
            buttonClassName={buttonClass('plain', 'round')}
            entries={[
              { id: 'edit', label: i18n.t('Change file'), icon: Pencil, onPress: onEdit },
              ...(file.isOn
                ? [{ id: 'off', label: i18n.t('Turn off'), icon: Power, onPress: () => turnOff.mutate() }]
                : []),
              {
                id: 'remove',
                label: i18n.t('Disconnect file'),
                icon: Unlink,
                isBad: true,
                onPress: disconnect,
              },
            ]}
          />
        </div>
      )}
    </div>
  )
}

/** Why the list doesn't match the file, and what to do. */
function Trouble({ list, file, onCheck }: { list: RecipientList; file: ListFile; onCheck: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const run = file.lastRun
  if (!file.isOn || run === null || run.says === '' || isUnderWay(file)) return null
  const apply = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Apply this file anyway?'),
      text: i18n.t(
        '{says} People who aren’t in the file are removed from the list and stay in Saved recipients.',
        { says: run.says },
      ),
      confirm: i18n.t('Apply anyway'),
      cancel: i18n.t('Cancel'),
      danger: true,
      onConfirm: async () => {
        await call(api.syncListFile, { params: { id: list.id }, body: { hash: run.hash! } })
        await queryClient.invalidateQueries({ queryKey: listFileQueries.file(list.id).queryKey })
      },
    })
  return (
    <Note
      tone={run.state === 'held' ? 'warn' : 'bad'}
      className="mt-4"
      action={
        mayChange(list) &&
        (run.state === 'held' ? (
          <Button size="compact" onClick={apply}>
            {i18n.t('Apply anyway')}
          </Button>
        ) : (
          <Button size="compact" onClick={onCheck}>
            {i18n.t('Check file')}
          </Button>
        ))
      }
    >
      <p>{run.says}</p>
      {file.nextSyncAt && (
        <p className="mt-1 text-small">
          {i18n.t('The list hasn’t changed. We’ll try again on {date}.', {
            date: siteMoment(file.nextSyncAt, file.timeZone),
          })}
        </p>
      )}
    </Note>
  )
}

function Facts({ file }: { file: ListFile }) {
  const i18n = useTexts()
  const { lastRun, timeZone, nextSyncAt, turnedOnBy } = file
  const facts = [
    {
      label: i18n.t('Last sync'),
      value: lastRun ? (
        <>
          {siteMoment(lastRun.startedAt, timeZone)}
          <span className="block text-muted text-small">{countsOf(lastRun)}</span>
        </>
      ) : (
        i18n.t('None yet')
      ),
    },
    {
      label: i18n.t('Next sync'),
      value: file.isOn && nextSyncAt ? siteMoment(nextSyncAt, timeZone) : i18n.t('Off'),
    },
    { label: i18n.t('People from the file'), value: count(file.peopleCount) },
    {
      label: i18n.t('Turned on by'),
      value: turnedOnBy ?? (file.isOn ? i18n.t('A person who left') : i18n.t('No one yet')),
    },
  ]
  return (
    <dl className="mt-6 grid grid-cols-4 gap-x-6 gap-y-4 mid:grid-cols-2 tiny:grid-cols-1">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-small">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
