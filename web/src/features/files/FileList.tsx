import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { sharedText } from '../../parts/Sharing.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { FileMenu } from './FileMenu.tsx'
import { fileSize, kindIcon, SCAN_WORDS, usedWords } from './file-words.ts'
import { type Overview, removedAt, type StoredFile } from './files.queries.ts'
import type { FilesSearch } from './files-search.ts'
import { useFileActions } from './use-file-actions.ts'

export type FileListProps = {
  files: readonly StoredFile[]
  overview: Overview | undefined
  search: FilesSearch
  selected: ReadonlySet<number>
  onSelect: (id: number, isSelected: boolean) => void
  onSearch: (search: FilesSearch) => void
}

/** Larger pictures load slowly, so the list shows an icon instead. */
const THUMBNAIL_BYTES = 512 * 1024
const TILE_BYTES = 4 * 1024 * 1024

/** Files as rows; on phones, with a line of facts below each name. */
export function FileTable({ files, overview, search, selected, onSelect, onSearch }: FileListProps) {
  const i18n = useTexts()
  const { restore } = useFileActions()
  const isTrash = search.folder === 'trash'
  // The details say it.
  const hasScan = !isTrash && search.file === undefined
  const choice = selected.size > 0 ? '' : 'narrow:hidden'
  return (
    <Table
      stacks
      aria-label={i18n.t('Files')}
      sort={search.sort ? `-${search.sort}` : 'name'}
      onSort={(sort) => {
        const by = sort.replace('-', '')
        // The server sorts each in one direction.
        const { sort: _, page: __, ...rest } = search
        onSearch(by === 'name' ? rest : { ...rest, sort: by as 'added' | 'size' })
      }}
      className="text-note [&_td:first-child]:ps-5 [&_td:last-child]:pe-3 [&_td]:h-12 [&_th:first-child]:ps-5 [&_th:last-child]:pe-3 narrow:[&>thead>tr]:px-5 narrow:[&_td]:h-auto"
      columns={[
        { title: i18n.t('Select'), isUnseen: true, className: 'w-10' },
        { title: i18n.t('Name'), sort: 'name' },
        ...(isTrash
          ? [{ title: i18n.t('Deleted permanently'), className: 'w-44' }]
          : [
              { title: i18n.t('Used in'), className: 'w-44' },
              { title: i18n.t('Added'), sort: '-added', className: 'w-24' },
            ]),
        { title: i18n.t('Size'), sort: '-size', isNumber: true, className: 'w-24' },
        ...(hasScan ? [{ title: i18n.t('Scan'), className: 'w-32' }] : []),
        { title: i18n.t('Actions'), isUnseen: true, className: 'w-14' },
      ]}
    >
      {files.map((file) => (
        <tr
          key={file.id}
          aria-selected={file.id === search.file}
          className="aria-selected:bg-accent-tint narrow:grid-cols-[auto_minmax(0,1fr)_auto]! narrow:px-5! narrow:py-2!"
        >
          <Cell className={`py-0! ${choice}`}>
            <Select file={file} selected={selected} onSelect={onSelect} />
          </Cell>
          <Cell className={`max-w-0 py-1! narrow:max-w-none ${choice && 'narrow:col-span-2'}`}>
            <span className="flex min-w-0 items-center gap-3">
              <Picture file={file} />
              <span className="min-w-0">
                <NameLink file={file} search={search} />
                <span className="hidden truncate text-muted text-small narrow:block">
                  {fileSize(file.bytes)} · {isTrash ? <Removed file={file} /> : usedWords(file)}
                </span>
                {file.shared && (
                  <span className="block truncate text-muted text-small">{sharedText(file.shared)}</span>
                )}
              </span>
            </span>
          </Cell>
          {isTrash ? (
            <Cell className="py-1! text-muted narrow:hidden">{day(removedAt(file))}</Cell>
          ) : (
            <>
              <Cell className="max-w-0 truncate py-1! narrow:hidden">{usedWords(file)}</Cell>
              <Cell className="whitespace-nowrap py-1! text-muted narrow:hidden">
                <Added at={file.createdAt} />
              </Cell>
            </>
          )}
          <Cell isNumber className="py-1! narrow:hidden">
            {fileSize(file.bytes)}
          </Cell>
          {hasScan && (
            <Cell className="py-1! narrow:hidden">
              <Scan file={file} />
            </Cell>
          )}
          <Cell isNumber className="py-0!">
            <span className="inline-flex items-center">
              {isTrash && (
                <Button
                  size="compact"
                  aria-label={i18n.t('Restore {name}', { name: file.name })}
                  onClick={() => void restore([file])}
                >
                  {i18n.t('Restore')}
                </Button>
              )}
              <FileMenu
                file={file}
                overview={overview}
                onOpen={() => onSearch({ ...search, file: file.id })}
                onSelect={() => onSelect(file.id, true)}
              />
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** Files as pictures. */
export function FileTiles({ files, overview, search, selected, onSelect, onSearch }: FileListProps) {
  const i18n = useTexts()
  return (
    <ul
      aria-label={i18n.t('Files')}
      className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-4 p-5"
    >
      {files.map((file) => (
        <li
          key={file.id}
          className={`grid min-w-0 grid-cols-1 gap-1 rounded-toast p-2 ${file.id === search.file ? 'bg-accent-tint' : ''}`}
        >
          <span className="relative">
            <Preview file={file} className="h-32" maxBytes={TILE_BYTES} />
            <span className="absolute start-2 top-0">
              <Select file={file} selected={selected} onSelect={onSelect} />
            </span>
          </span>
          <span className="flex items-center gap-1">
            <span className="min-w-0 flex-1 text-note">
              <NameLink file={file} search={search} />
            </span>
            <FileMenu
              file={file}
              overview={overview}
              onOpen={() => onSearch({ ...search, file: file.id })}
              onSelect={() => onSelect(file.id, true)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

type SelectProps = Pick<FileListProps, 'selected' | 'onSelect'> & { file: StoredFile }

function Select({ file: { id, name }, selected, onSelect }: SelectProps) {
  const i18n = useTexts()
  return (
    <Checkbox isSelected={selected.has(id)} onChange={(isSelected) => onSelect(id, isSelected)}>
      <span className="sr-only">{i18n.t('Select {name}', { name })}</span>
    </Checkbox>
  )
}

function NameLink({ file, search }: { file: StoredFile; search: FilesSearch }) {
  return (
    <Link
      to="/files"
      search={{ ...search, file: file.id }}
      resetScroll={false}
      replace
      activeProps={{ 'aria-current': undefined }}
      title={file.name}
      className="block truncate font-medium touch:py-1 hover:underline"
    >
      {file.name}
    </Link>
  )
}

function Added({ at }: { at: string }) {
  const i18n = useTexts()
  return new Date(at).toDateString() === new Date().toDateString() ? i18n.t('Today') : day(at)
}

function Removed({ file }: { file: StoredFile }) {
  const i18n = useTexts()
  return i18n.t('Kept until {date}', { date: day(removedAt(file)) })
}

export function Scan({ file: { scan } }: { file: StoredFile }) {
  const i18n = useTexts()
  const word = i18n.t(SCAN_WORDS[scan])
  if (scan === 'clean') return <span className="text-muted">{word}</span>
  return <Tag tone={scan === 'infected' ? 'bad' : scan === 'waiting' ? 'wait' : 'plain'}>{word}</Tag>
}

function Picture({ file }: { file: StoredFile }) {
  const { previewUrl, bytes } = file
  const isShown = previewUrl !== null && bytes <= THUMBNAIL_BYTES
  return (
    <span
      className={`grid h-8 w-10 shrink-0 place-items-center overflow-hidden rounded-small text-muted narrow:h-11 narrow:w-12 ${isShown ? CHECKERED : 'bg-sunken'}`}
    >
      {isShown ? (
        <img src={previewUrl} alt="" loading="lazy" decoding="async" className="max-h-full object-contain" />
      ) : (
        <Icon of={kindIcon(file)} size={18} />
      )}
    </span>
  )
}

/** Light in every theme: most logos are dark. */
const CHECKERED =
  'bg-[repeating-conic-gradient(#eceeed_0_25%,#fff_0_50%)] bg-[length:16px_16px] shadow-hairline'

type PreviewProps = { file: StoredFile; className: string; maxBytes?: number; children?: ReactNode }

/** The picture on a checkerboard, or the icon of its kind. */
export function Preview({ file, className, maxBytes = Number.POSITIVE_INFINITY }: PreviewProps) {
  const { previewUrl, bytes } = file
  const isShown = previewUrl !== null && bytes <= maxBytes
  return (
    <span
      className={`grid place-items-center overflow-hidden rounded-toast p-3 text-muted ${isShown ? CHECKERED : 'bg-sunken'} ${className}`}
    >
      {isShown ? (
        <img src={previewUrl} alt="" loading="lazy" decoding="async" className="max-h-full object-contain" />
      ) : (
        <Icon of={kindIcon(file)} size={32} />
      )}
    </span>
  )
}
