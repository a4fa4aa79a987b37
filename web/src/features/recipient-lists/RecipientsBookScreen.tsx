import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Download,
  Ellipsis,
  Pencil,
  Plus,
  RefreshCw,
  Sheet,
  Trash2,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { call } from '../../app/call.ts'
import { type Company, useCompanies, useShareableCompany } from '../../app/company.queries.ts'
import { listFileQueries, type RecipientList, savedQueries } from '../../app/customer.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import type { RecipientsSearch } from '../../app/search-params.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { NameField, nameErrors } from '../../parts/NameField.tsx'
import { mayChange, ShareCheckbox, sharedText } from '../../parts/Sharing.tsx'
import { download } from '../../parts/save-file.ts'
import { siteMoment } from '../../parts/site-time.ts'
import { ListImportDialog } from './ListImportDialog.tsx'
import { SavedPeople } from './SavedPeople.tsx'
import { usePersonDialog } from './use-person-dialog.tsx'

/** The customer's saved recipients and their lists. */
export function RecipientsBookScreen({ search: { list: listId, page = 1 } }: { search: RecipientsSearch }) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const { data: lists } = useSuspenseQuery(savedQueries.lists())
  const list = lists.find(({ id }) => id === listId)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const view = { listId: list?.id ?? null, search, page }
  const people = useQuery(savedQueries.people(view))
  const dialog = usePersonDialog(list)

  function go(to: RecipientsSearch) {
    void navigate({ to: '/recipients', search: to, resetScroll: false })
  }

  return (
    <div className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1>{i18n.t('Saved recipients')}</h1>
      <p className="mt-2 max-w-[60ch] pb-8 text-muted">
        {i18n.t('Save people and lists to reuse on later cards.')}
      </p>
      <div className="grid grid-cols-[260px_minmax(0,1fr)] items-start gap-x-12 gap-y-8 mid:grid-cols-1">
        <ListNav lists={lists} current={list?.id ?? null} onGo={go} />
        <section aria-labelledby="book-heading" className="min-w-0">
          <ListHead list={list} onAdd={dialog.add} onGo={go} />
          <SavedPeople
            people={people}
            page={page}
            list={list}
            typed={typed}
            onTyped={(next) => {
              setTyped(next)
              if (page > 1) go(list ? { list: list.id } : {})
            }}
            onPage={(next) => go({ ...(list && { list: list.id }), ...(next > 1 && { page: next }) })}
            onEdit={dialog.edit}
          />
        </section>
      </div>
      {dialog.open}
    </div>
  )
}

type ListNavProps = {
  lists: readonly RecipientList[]
  /** Null shows everyone. */
  current: number | null
  onGo: (to: RecipientsSearch) => void
}

const ENTRY = 'flex min-h-11 items-center justify-between gap-3 rounded-control px-3.5 py-1.5 font-medium '

/** Everyone, then the lists by name. */
function ListNav({ lists, current, onGo }: ListNavProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [isNaming, setNaming] = useState(false)
  const create = useMutation({
    mutationFn: (body: ListValues) => call(api.createRecipientList, { body }),
    onSuccess: async (list) => {
      await queryClient.invalidateQueries({ queryKey: ['saved-lists'] })
      setNaming(false)
      onGo({ list: list.id })
    },
  })
  return (
    <nav aria-label={i18n.t('Lists')} className="grid gap-1">
      <Link to="/recipients" search={{}} {...entry(current === null)}>
        {i18n.t('All saved people')}
      </Link>
      {lists.map((list) => (
        <Link key={list.id} to="/recipients" search={{ list: list.id }} {...entry(current === list.id)}>
          <span className="min-w-0">
            <span className="block truncate">{list.name}</span>
            {list.shared && (
              <span className="block truncate font-normal text-muted text-small">
                {sharedText(list.shared)}
              </span>
            )}
          </span>
          <span className="text-muted">{count(list.peopleCount)}</span>
        </Link>
      ))}
      <Button look="link" className="mt-2 justify-self-start px-3.5!" onClick={() => setNaming(true)}>
        <Icon of={Plus} size={18} />
        {i18n.t('New list')}
      </Button>
      <Modal isOpen={isNaming} onClose={() => setNaming(false)} title={i18n.t('New list')}>
        <NameForm
          isNew
          name=""
          action={i18n.t('Create list')}
          problem={create.error}
          isPending={create.isPending}
          onSave={create.mutate}
        />
      </Modal>
    </nav>
  )
}

/** The router treats every list as the current page, so the shown one is marked here. */
function entry(isCurrent: boolean) {
  return {
    activeProps: { 'aria-current': isCurrent ? ('page' as const) : undefined },
    className: `${ENTRY} ${isCurrent ? 'bg-accent-tint text-accent-text' : 'hover:bg-sunken'}`,
  }
}

type ListHeadProps = {
  /** Undefined when everyone is shown. */
  list: RecipientList | undefined
  onAdd: () => void
  onGo: (to: RecipientsSearch) => void
}

/** The list's name and actions. */
function ListHead({ list, onAdd, onGo }: ListHeadProps) {
  const i18n = useTexts()
  const [isImporting, setImporting] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
      <h2 id="book-heading" className="min-w-0 text-h2 wrap-anywhere">
        {list?.name ?? i18n.t('All saved people')}
      </h2>
      {list && (
        <div className="flex flex-wrap gap-3">
          {mayChange(list) && (
            <>
              <Button look="plain" onClick={() => setImporting(true)}>
                <Icon of={Sheet} />
                {i18n.t('Add from spreadsheet')}
              </Button>
              <Button onClick={onAdd}>
                <Icon of={Plus} />
                {i18n.t('Add a person')}
              </Button>
            </>
          )}
          <ListMenu list={list} onGo={onGo} />
        </div>
      )}
      {list?.shared && <InSync list={list} />}
      {list && isImporting && <ListImportDialog list={list} onClose={() => setImporting(false)} />}
    </div>
  )
}

function useManagesPrograms(): boolean {
  const { company } = useCompanies()
  return company !== undefined && mayInCompany(company, 'programs.manage')
}

/** How a shared list follows its file, for those who can change that. */
function InSync({ list }: { list: RecipientList }) {
  const i18n = useTexts()
  const isShown = useManagesPrograms()
  const { data } = useQuery({ ...listFileQueries.file(list.id), enabled: isShown, refetchOnMount: true })
  if (!isShown || !data?.file) return null
  const { isOn, lastRun, timeZone } = data.file
  const isBad = isOn && lastRun !== null && lastRun.says !== ''
  return (
    <p className="w-full text-muted text-small">
      {isBad
        ? i18n.t('The last sync needs attention.')
        : isOn
          ? lastRun
            ? i18n.t('In sync with a file, last on {date}.', {
                date: siteMoment(lastRun.startedAt, timeZone),
              })
            : i18n.t('In sync with a file.')
          : i18n.t('The sync with a file is off.')}{' '}
      <Link to="/recipients/$id/file" params={{ id: String(list.id) }} className="link">
        {i18n.t('See sync')}
      </Link>
    </p>
  )
}

/** A program needs a shared list, also in a company of one person. */
function useCompanyForLists(): Company | undefined {
  const shareable = useShareableCompany()
  const { company } = useCompanies()
  const hasPrograms = company !== undefined && mayInCompany(company, 'programs.manage')
  return shareable ?? (hasPrograms && mayInCompany(company, 'orders.place') ? company : undefined)
}

function ListMenu({ list, onGo }: { list: RecipientList; onGo: (to: RecipientsSearch) => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [isRenaming, setRenaming] = useState(false)
  const company = useCompanyForLists()
  const managesPrograms = useManagesPrograms()
  const navigate = useNavigate()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['saved-lists'] })
  const rename = useMutation({
    mutationFn: ({ name }: ListValues) =>
      call(api.patchRecipientList, { params: { id: list.id }, body: { name } }),
    onSuccess: async () => {
      await refresh()
      setRenaming(false)
    },
  })
  const share = useMutation({
    mutationFn: (isShared: boolean) =>
      call(api.patchRecipientList, { params: { id: list.id }, body: { isShared } }),
    onSuccess: async ({ name, shared }) => {
      await refresh()
      // An admin who stops sharing a colleague's list no longer sees it.
      if (shared === null && list.shared?.isOwn === false) onGo({})
      showToast({
        title: shared
          ? i18n.t('{name} is shared with {company}', { name, company: company?.name })
          : i18n.t('{name} is no longer shared', { name }),
      })
    },
    onError: (cause) => showFailure(i18n.t('We couldn’t change the list'), cause),
  })

  function openFile() {
    void navigate({ to: '/recipients/$id/file', params: { id: String(list.id) } })
  }

  function exportList() {
    return download(`${list.name}.csv`, () => call(api.exportRecipientList, { params: { id: list.id } }))
  }

  function askToDelete() {
    openModal('confirm-dialog', {
      title: i18n.t('Delete {name}?', { name: list.name }),
      text: list.shared
        ? list.shared.isOwn
          ? i18n.t(
              'Everyone in your company loses access to it. Its {people, plural, one {# person stays} other {# people stay}} in your saved recipients.',
              { people: list.peopleCount },
            )
          : i18n.t(
              'Everyone in your company loses access to it. Its {people, plural, one {# person stays} other {# people stay}} in {by}’s saved recipients.',
              { people: list.peopleCount, by: list.shared.by },
            )
        : i18n.t('Its {people, plural, one {# person stays} other {# people stay}} in All saved people.', {
            people: list.peopleCount,
          }),
      confirm: i18n.t('Delete list'),
      cancel: i18n.t('Keep list'),
      danger: true,
      onConfirm: async () => {
        await call(api.deleteRecipientList, { params: { id: list.id } })
        await refresh()
        queryClient.invalidateQueries({ queryKey: ['saved-people'] })
        onGo({})
        showToast({ title: i18n.t('{name} was deleted', { name: list.name }) })
      },
    })
  }

  return (
    <>
      <Menu
        label={i18n.t('More for {name}', { name: list.name })}
        button={<Icon of={Ellipsis} />}
        buttonClassName={buttonClass('outlined', 'round')}
        entries={[
          ...(mayChange(list)
            ? [{ id: 'rename', label: i18n.t('Rename'), icon: Pencil, onPress: () => setRenaming(true) }]
            : []),
          ...sharing(list, company, share.mutate),
          ...(managesPrograms && list.shared
            ? [{ id: 'file', label: i18n.t('Keep in sync with a file'), icon: RefreshCw, onPress: openFile }]
            : []),
          { id: 'export', label: i18n.t('Export as CSV'), icon: Download, onPress: () => void exportList() },
          ...(mayChange(list)
            ? [
                {
                  id: 'delete',
                  label: i18n.t('Delete list'),
                  icon: Trash2,
                  isBad: true,
                  onPress: askToDelete,
                },
              ]
            : []),
        ]}
      />
      <Modal isOpen={isRenaming} onClose={() => setRenaming(false)} title={i18n.t('Rename the list')}>
        <NameForm
          name={list.name}
          action={i18n.t('Rename')}
          problem={rename.error}
          isPending={rename.isPending}
          onSave={rename.mutate}
        />
      </Modal>
    </>
  )
}

/** The menu's entry that shares a list, or stops it. */
function sharing(list: RecipientList, company: Company | undefined, onShare: (isShared: boolean) => void) {
  const i18n = pageTexts()

  if (list.shared?.canChange) {
    return [{ id: 'share', label: i18n.t('Stop sharing'), icon: UserRound, onPress: () => onShare(false) }]
  }
  if (list.shared || !company) return []
  return [
    {
      id: 'share',
      label: i18n.t('Share with {name}', { name: company.name }),
      icon: UsersRound,
      onPress: () => onShare(true),
    },
  ]
}

type ListValues = { name: string; isShared: boolean }

type NameFormProps = {
  /** A new list can be shared at once. */
  isNew?: boolean
  name: string
  action: string
  problem: unknown
  isPending: boolean
  onSave: (values: ListValues) => void
}

function NameForm({ isNew = false, name: before, action, problem, isPending, onSave }: NameFormProps) {
  const [name, setName] = useState(before)
  const [isShared, setShared] = useState(false)

  return (
    <Form
      onSubmit={() => onSave({ name: name.trim(), isShared })}
      check={() => nameErrors('list', name)}
      problem={problem}
      className="mt-4 grid gap-4"
    >
      <NameField of="list" value={name} onChange={setName} />
      {isNew && <ShareCheckbox isShared={isShared} onChange={setShared} />}
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={isPending}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
