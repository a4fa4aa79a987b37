import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Folder as FolderIcon, FolderOpen, FolderPlus, FolderUp, Search, Trash2, Upload } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useStore } from 'zustand'
import { useTexts } from '../../app/texts.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { FIELD_BOX, FIELD_INPUT } from '../../parts/FieldText.tsx'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { Segment } from '../../parts/Segment.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { Documents } from './Documents.tsx'
import { FileDetails } from './FileDetails.tsx'
import { MoveDialog, NewFolderDialog } from './FileDialogs.tsx'
import { FileTable, FileTiles } from './FileList.tsx'
import { FolderMenu } from './FolderMenu.tsx'
import { FolderTree, pathTo } from './FolderTree.tsx'
import { ACCEPTED, FOLDER_NAMES, folderForName } from './file-words.ts'
import { type FilesView, filesQueries, refreshFiles, type StoredFile } from './files.queries.ts'
import type { FilesSearch } from './files-search.ts'
import { Pages } from './Pages.tsx'
import { chosenFiles, type Dropped, droppedFiles } from './uploads/dropped-files.ts'
import { UploadPanel } from './uploads/UploadPanel.tsx'
import { addFiles, readUnfinished, uploads } from './uploads/uploads.ts'
import { type Place, useFileActions } from './use-file-actions.ts'

/** Everything the customer added, and the documents of their orders. */
export function FilesScreen({ search }: { search: FilesSearch }) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const { data: overview } = useQuery(filesQueries.overview())
  const [isNaming, setNaming] = useState(false)
  const place = placeOf(search)
  useFreshFiles()

  function go(to: FilesSearch, replace = true) {
    void navigate({ to: '/files', search: to, resetScroll: false, replace })
  }

  function add(dropped: readonly Dropped[]) {
    const paths = new Map(dropped.map(({ file, path }) => [file, path]))
    addFiles(
      dropped.map(({ file }) => file),
      (file) => ({
        ...(place ?? { folder: folderForName(file.name), folderId: null }),
        path: paths.get(file) ?? [],
      }),
    )
  }

  return (
    <DropZone
      aria-label={i18n.t('Drop files or folders here, or paste them')}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => add(await droppedFiles(items))}
      className="group/drop page page-broad relative pb-16"
    >
      <Header
        search={search}
        onSearch={go}
        onNewFolder={() => setNaming(true)}
        onFiles={(files) => add(chosenFiles(files))}
      />
      <div
        className={`grid min-h-[60vh] items-stretch border-line border-t narrow:block narrow:border-0 ${search.file === undefined ? 'grid-cols-[212px_minmax(0,1fr)]' : 'grid-cols-[212px_minmax(0,1fr)_300px] mid:grid-cols-[212px_minmax(0,1fr)]'}`}
      >
        <FolderTree overview={overview} search={search} />
        <section
          aria-labelledby="files-place"
          className="min-w-0 border-line border-s narrow:-mx-(--gutter) narrow:border-0"
        >
          <FilesMain search={search} go={go} onNewFolder={() => setNaming(true)} />
        </section>
        {search.file !== undefined && (
          <FileDetails key={search.file} id={search.file} onClose={() => go(without(search, 'file'))} />
        )}
      </div>
      <div className="pointer-events-none absolute inset-2 z-10 hidden place-items-center rounded-panel border-2 border-accent-line border-dashed bg-accent-tint/90 font-semibold text-h3 group-data-[drop-target]/drop:grid">
        {i18n.t('Drop files or folders to upload them')}
      </div>
      {isNaming && (
        <NewFolderDialog
          place={place ?? { folder: 'own', folderId: null }}
          overview={overview}
          onClose={() => setNaming(false)}
          onCreated={({ folder, id }) => go({ folder, sub: id }, false)}
        />
      )}
    </DropZone>
  )
}

/** The folder that is shown, if files can be added to it. */
function placeOf({ folder, sub }: FilesSearch): Place | undefined {
  if (folder === undefined || folder === 'documents' || folder === 'trash') return undefined
  return { folder, folderId: sub ?? null }
}

function without(search: FilesSearch, ...names: (keyof FilesSearch)[]): FilesSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([name]) => !names.includes(name as keyof FilesSearch)),
  )
}

const REFRESHES_AFTER_MS = 300

/** Shows uploaded files, and what an earlier visit left unfinished. */
function useFreshFiles() {
  const queryClient = useQueryClient()
  const done = useStore(
    uploads.store,
    (store) => store.uploads.filter(({ state }) => state === 'done').length,
  )
  const before = useRef(done)
  useEffect(() => {
    const isMore = done > before.current
    before.current = done
    if (!isMore) return
    // Many small files finish within a moment.
    const timer = setTimeout(() => void refreshFiles(queryClient), REFRESHES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done, queryClient])
  useEffect(() => {
    readUnfinished()
  }, [])
}

type HeaderProps = {
  search: FilesSearch
  onSearch: (search: FilesSearch) => void
  onNewFolder: () => void
  onFiles: (files: Iterable<File>) => void
}

function Header({ search, onSearch, onNewFolder, onFiles }: HeaderProps) {
  const i18n = useTexts()
  const [typed, setTyped] = useState(search.q ?? '')
  const settled = useSettled(typed.trim())
  const shown = search.q ?? ''
  useEffect(() => {
    if (settled === shown) return
    onSearch({ ...without(search, 'q', 'page', 'file'), ...(settled !== '' && { q: settled }) })
  })
  return (
    <div className="flex flex-wrap items-center gap-3 pt-6 pb-5">
      <h1 className="flex-1 narrow:basis-full">{i18n.t('Files')}</h1>
      <label className={`${FIELD_BOX} min-h-11 w-70! px-3 mid:w-52! narrow:order-last narrow:w-full!`}>
        <Icon of={Search} size={17} className="text-muted" />
        <span className="sr-only">{i18n.t('Search files')}</span>
        <input
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={
            search.folder && search.folder !== 'trash'
              ? i18n.t('Search this folder')
              : i18n.t('Search all files')
          }
          className={FIELD_INPUT}
        />
      </label>
      <Button onClick={onNewFolder} className="narrow:hidden">
        <Icon of={FolderPlus} />
        {i18n.t('New folder')}
      </Button>
      <FileTrigger acceptDirectory onSelect={(files) => files && onFiles(files)}>
        <AriaButton className={buttonClass('outlined', 'normal', 'narrow:hidden')}>
          <Icon of={FolderUp} />
          {i18n.t('Upload folder')}
        </AriaButton>
      </FileTrigger>
      <FileTrigger allowsMultiple acceptedFileTypes={ACCEPTED} onSelect={(files) => files && onFiles(files)}>
        <AriaButton className={buttonClass('primary', 'normal', 'narrow:w-full')}>
          <Icon of={Upload} />
          {i18n.t('Upload files')}
        </AriaButton>
      </FileTrigger>
    </div>
  )
}

type FilesMainProps = {
  search: FilesSearch
  go: (search: FilesSearch, replace?: boolean) => void
  onNewFolder: () => void
}

const NO_FILES: readonly StoredFile[] = []

/** The shown folder: its path, uploads, and files. */
function FilesMain({ search, go, onNewFolder }: FilesMainProps) {
  const i18n = useTexts()
  const { data: overview } = useQuery(filesQueries.overview())
  const isDocuments = search.folder === 'documents'
  const list = useQuery({ ...filesQueries.list(viewOf(search)), enabled: !isDocuments })
  const actions = useFileActions()
  const [selected, setSelected] = useSelected(search)
  const files = list.data?.results ?? NO_FILES
  const chosen = files.filter(({ id }) => selected.has(id))

  const select = (id: number, isSelected: boolean) =>
    setSelected(new Set([...selected].filter((one) => one !== id).concat(isSelected ? [id] : [])))

  function onKeyDown({ key, target, defaultPrevented }: KeyboardEvent) {
    if (defaultPrevented || (target instanceof HTMLInputElement && target.type !== 'checkbox')) return
    if (key === 'Escape') {
      if (selected.size > 0) setSelected(new Set())
      else if (search.file !== undefined) go(without(search, 'file'))
    }
    if (key === 'Delete' && chosen.length > 0) {
      if (search.folder === 'trash') actions.askToDelete(chosen)
      else void actions.trash(chosen)
    }
  }

  const props = { files, overview, search, selected, onSelect: select, onSearch: go }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what buttons do, too
    <div onKeyDown={onKeyDown}>
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-1">
        {chosen.length > 0 ? (
          <Selection
            files={chosen}
            isTrash={search.folder === 'trash'}
            onAll={() => setSelected(new Set(files.map(({ id }) => id)))}
            onNone={() => setSelected(new Set())}
          />
        ) : (
          <>
            <Breadcrumb search={search} onNewFolder={onNewFolder} onLeft={(folder) => go({ folder })} />
            {!isDocuments && (
              <span className="ms-auto narrow:hidden">
                <Segment
                  label={i18n.t('View')}
                  value={search.grid ? 'grid' : 'list'}
                  onChange={(view) =>
                    go({ ...without(search, 'grid'), ...(view === 'grid' && { grid: true }) })
                  }
                  options={[
                    { value: 'list', label: i18n.t('List') },
                    { value: 'grid', label: i18n.t('Grid') },
                  ]}
                />
              </span>
            )}
          </>
        )}
      </div>
      <UploadPanel />
      {isDocuments ? (
        <Documents search={search} onSearch={go} />
      ) : list.error ? (
        <ReadProblem read={list} className="m-5" />
      ) : list.data === undefined ? (
        <div className="p-5">
          <Loading label={i18n.t('Loading the files')}>
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
          </Loading>
        </div>
      ) : files.length === 0 ? (
        <Nothing search={search} />
      ) : (
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : ''}>
          {search.grid ? <FileTiles {...props} /> : <FileTable {...props} />}
        </div>
      )}
      <Pages
        total={isDocuments ? 0 : (list.data?.count ?? 0)}
        page={search.page ?? 1}
        onPage={(page) => go({ ...search, page })}
      />
      {!isDocuments && search.folder !== 'trash' && <TrashLine number={overview?.trashCount ?? 0} />}
    </div>
  )
}

const NONE: ReadonlySet<number> = new Set()

/** The selected files. Another folder or page begins without any. */
function useSelected({ folder, sub, q, page }: FilesSearch) {
  const [selection, setSelection] = useState({ view: '', ids: NONE })
  const view = [folder, sub, q, page].join('/')
  const selected = selection.view === view ? selection.ids : NONE
  return [selected, (ids: ReadonlySet<number>) => setSelection({ view, ids })] as const
}

function viewOf({ folder, sub, q, sort, page = 1 }: FilesSearch): FilesView {
  return {
    ...(folder === 'trash' && { trash: true }),
    ...(folder && folder !== 'trash' && folder !== 'documents' && { folder }),
    ...(sub && { folderId: sub }),
    ...(q && { search: q }),
    sort: sort ?? 'name',
    page,
  }
}

type BreadcrumbProps = {
  search: FilesSearch
  onNewFolder: () => void
  onLeft: (folder: StoredFile['folder']) => void
}

/** The way to the shown folder. On phones, its menu is the folders'. */
function Breadcrumb({ search: { folder, sub }, onNewFolder, onLeft }: BreadcrumbProps) {
  const i18n = useTexts()
  const { data: overview } = useQuery(filesQueries.overview())
  const path = pathTo(sub, overview?.subfolders ?? [])
  const current = path.at(-1)
  const fixed = folder === 'trash' ? i18n.t('Trash') : folder && i18n.t(FOLDER_NAMES[folder])
  const steps: { name: string; to: FilesSearch }[] = [
    { name: i18n.t('All files'), to: {} },
    ...(fixed ? [{ name: fixed, to: { folder } as FilesSearch }] : []),
    ...path.map((one) => ({ name: one.name, to: { folder: one.folder, sub: one.id } })),
  ]
  return (
    <>
      <nav aria-label={i18n.t('Path')} className="min-w-0">
        <ol className="flex flex-wrap items-center gap-x-1.5">
          {steps.map(({ name, to }, at) => (
            <li
              key={`${to.folder}-${to.sub}`}
              className={`flex min-h-9 items-center gap-1.5 ${at < steps.length - 2 ? 'narrow:hidden' : ''}`}
            >
              {at > 0 && (
                <span aria-hidden="true" className="text-muted">
                  /
                </span>
              )}
              {at === steps.length - 1 ? (
                <h2 id="files-place" className="font-semibold text-body wrap-anywhere" aria-current="page">
                  {name}
                </h2>
              ) : (
                <Link
                  to="/files"
                  search={to}
                  resetScroll={false}
                  activeProps={{ 'aria-current': undefined }}
                  className="text-muted hover:underline"
                >
                  {name}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {current && <FolderMenu folder={current} onLeft={() => onLeft(current.folder)} />}
      <span className="ms-auto hidden narrow:block">
        <FoldersMenu onNewFolder={onNewFolder} />
      </span>
    </>
  )
}

/** Phones have no room for the tree. */
function FoldersMenu({ onNewFolder }: { onNewFolder: () => void }) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const { data: overview } = useQuery(filesQueries.overview())
  const all = overview?.subfolders ?? []
  const entry = (
    id: string,
    label: string,
    number: number | undefined,
    search: FilesSearch,
    icon = FolderIcon,
  ) => ({
    id,
    label: number === undefined ? label : `${label} (${count(number)})`,
    icon,
    onPress: () => void navigate({ to: '/files', search, resetScroll: false }),
  })
  const fixed = (folder: 'logos' | 'lists' | 'documents' | 'own') => [
    entry(
      folder,
      i18n.t(FOLDER_NAMES[folder]),
      overview?.folders.find((one) => one.folder === folder)?.count,
      { folder },
    ),
    ...all
      .filter((one) => one.folder === folder)
      .map((one) =>
        entry(
          `sub-${one.id}`,
          pathTo(one.id, all)
            .map(({ name }) => name)
            .join(' / '),
          one.filesCount,
          { folder: one.folder, sub: one.id },
        ),
      ),
  ]
  return (
    <Menu
      label={i18n.t('Folders')}
      button={
        <>
          <Icon of={FolderOpen} size={18} />
          {i18n.t('Folders')}
        </>
      }
      buttonClassName={buttonClass('outlined', 'compact')}
      entries={[
        { id: 'new', label: i18n.t('New folder'), icon: FolderPlus, onPress: onNewFolder },
        entry('all', i18n.t('All files'), undefined, {}),
        ...fixed('logos'),
        ...fixed('lists'),
        ...fixed('documents'),
        ...fixed('own'),
        entry('trash', i18n.t('Trash'), overview?.trashCount, { folder: 'trash' }, Trash2),
      ]}
    />
  )
}

type SelectionProps = {
  files: readonly StoredFile[]
  isTrash: boolean
  onAll: () => void
  onNone: () => void
}

/** Actions for the selected files, in place of the path. */
function Selection({ files, isTrash, onAll, onNone }: SelectionProps) {
  const i18n = useTexts()
  const { data: overview } = useQuery(filesQueries.overview())
  const { restore, trash, saveAll, askToDelete } = useFileActions()
  const [isMoving, setMoving] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const action = (label: string, onClick: () => void, rest: { isPending?: boolean } = {}): ReactNode => (
    <Button size="compact" onClick={onClick} {...rest}>
      {label}
    </Button>
  )
  return (
    <>
      <h2 id="files-place" className="font-semibold text-body">
        <span role="status">
          {i18n.t('{files, plural, one {# file selected} other {# files selected}}', { files: files.length })}
        </span>
      </h2>
      <span className="ms-auto flex flex-wrap items-center gap-2">
        {isTrash ? (
          <>
            {action(i18n.t('Restore'), () => void restore(files).then(onNone))}
            {action(i18n.t('Delete permanently'), () => askToDelete(files))}
          </>
        ) : (
          <>
            {action(
              i18n.t('Download ZIP'),
              async () => {
                setSaving(true)
                await saveAll(files)
                setSaving(false)
              },
              { isPending: isSaving },
            )}
            {action(i18n.t('Move'), () => setMoving(true))}
            {action(i18n.t('Move to trash'), () => void trash(files).then(onNone))}
          </>
        )}
        <Button size="compact" look="plain" onClick={onAll}>
          {i18n.t('Select all')}
        </Button>
        <Button size="compact" look="plain" onClick={onNone}>
          {i18n.t('Clear selection')}
        </Button>
      </span>
      {isMoving && (
        <MoveDialog
          files={files}
          overview={overview}
          onClose={() => {
            setMoving(false)
            onNone()
          }}
        />
      )}
    </>
  )
}

function Nothing({ search: { folder, q } }: { search: FilesSearch }) {
  const i18n = useTexts()
  if (q !== undefined) {
    return <p className="px-5 py-8 text-muted">{i18n.t('No files match “{search}”.', { search: q })}</p>
  }
  if (folder === 'trash') {
    return (
      <EmptyState title={i18n.t('The trash is empty')}>
        {i18n.t('Files you delete stay here for 30 days.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={i18n.t('No files here yet')}>
      {i18n.t('Upload logos, lists, and briefs, or drop them on this page. You can use them in your orders.')}
    </EmptyState>
  )
}

/** Phones have no tree, and the trash is easy to miss there. */
function TrashLine({ number }: { number: number }) {
  const i18n = useTexts()
  if (number === 0) return null
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-line border-t px-5 py-2">
      <p>
        <span className="font-semibold">{i18n.t('Trash')}</span>{' '}
        <span className="text-muted">
          {i18n.t('{files, plural, one {# file} other {# files}}, kept for 30 days', { files: number })}
        </span>
      </p>
      <Link
        to="/files"
        search={{ folder: 'trash' }}
        className="link inline-flex min-h-9 items-center touch:min-h-11"
      >
        {i18n.t('Open trash')}
      </Link>
    </div>
  )
}
