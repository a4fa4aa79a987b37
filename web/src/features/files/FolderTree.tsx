import { Link } from '@tanstack/react-router'
import { Folder as FolderIcon, FolderOpen, type LucideIcon, Trash2 } from 'lucide-react'
import { useTexts } from '../../app/texts.ts'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Progress } from '../../parts/Progress.tsx'
import { sharedText } from '../../parts/Sharing.tsx'
import { FOLDER_NAMES, sizeOf } from './file-words.ts'
import type { Folder, Overview } from './files.queries.ts'
import type { FilesSearch } from './files-search.ts'

const FIXED = ['logos', 'lists', 'documents', 'own'] as const

type FolderTreeProps = { overview: Overview | undefined; search: FilesSearch }

/** All folders with their number of files, the trash, and the used space. */
export function FolderTree({ overview, search }: FolderTreeProps) {
  const i18n = useTexts()
  const counts = new Map<string, number>(overview?.folders.map(({ folder, count }) => [folder, count]))
  const all = overview?.folders.reduce((sum, one) => sum + one.count, 0)
  const isIn = (folder: FilesSearch['folder'], sub?: number) => search.folder === folder && search.sub === sub
  const subfolders = (folder: string, parentId: number | null, depth: number): React.ReactNode =>
    (overview?.subfolders ?? [])
      .filter((one) => one.folder === folder && one.parentId === parentId)
      .map((one) => (
        <li key={one.id}>
          <Entry
            depth={depth}
            to={{ folder: one.folder, sub: one.id }}
            isCurrent={isIn(one.folder, one.id)}
            name={one.name}
            detail={sharedText(one.shared)}
            number={one.filesCount}
          />
          <ul>{subfolders(folder, one.id, depth + 1)}</ul>
        </li>
      ))
  return (
    <nav aria-label={i18n.t('Folders')} className="py-4 pe-4 narrow:hidden">
      <ul>
        <li>
          <Entry depth={0} to={{}} isCurrent={isIn(undefined)} name={i18n.t('All files')} number={all} />
        </li>
        {FIXED.map((folder) => (
          <li key={folder}>
            <Entry
              depth={1}
              to={{ folder }}
              isCurrent={isIn(folder)}
              name={i18n.t(FOLDER_NAMES[folder])}
              number={counts.get(folder)}
            />
            <ul>{subfolders(folder, null, 2)}</ul>
          </li>
        ))}
        <li className="mx-2.5 my-3 border-line border-t" aria-hidden="true" />
        <li>
          <Entry
            depth={0}
            to={{ folder: 'trash' }}
            isCurrent={isIn('trash')}
            name={i18n.t('Trash')}
            number={overview?.trashCount}
            icon={Trash2}
          />
        </li>
      </ul>
      <Space overview={overview} className="mt-4 px-2.5" />
    </nav>
  )
}

type EntryProps = {
  depth: number
  to: FilesSearch
  isCurrent: boolean
  name: string
  detail?: string | undefined
  number: number | undefined
  icon?: LucideIcon
}

function Entry({ depth, to, isCurrent, name, detail, number, icon }: EntryProps) {
  return (
    <Link
      to="/files"
      search={to}
      resetScroll={false}
      activeProps={{ 'aria-current': isCurrent ? 'page' : undefined }}
      style={{ paddingInlineStart: `${10 + depth * 20}px` }}
      className={`flex min-h-10 items-center gap-2.5 rounded-[8px] py-1 pe-2.5 font-medium text-note leading-tight hover:bg-sunken touch:min-h-11 ${isCurrent ? 'bg-sunken' : ''}`}
    >
      <Icon of={icon ?? (isCurrent ? FolderOpen : FolderIcon)} size={18} className="text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{name}</span>
        {detail && <span className="block truncate font-normal text-muted text-small">{detail}</span>}
      </span>
      {/* Keeps its place until the numbers arrive. */}
      <span className="min-w-5 text-end font-normal text-muted text-small">
        {number !== undefined && count(number)}
      </span>
    </Link>
  )
}

/** `1.4 of 2 GB used` */
export function Space({ overview, className }: { overview: Overview | undefined; className: string }) {
  const i18n = useTexts()
  const used = overview?.usedBytes ?? 0
  const max = overview?.maxBytes ?? 1
  const text = overview ? i18n.t('{used} used', { used: sizeOf(used, max) }) : ''
  const isTight = used > max * 0.9
  return (
    <div className={`grid min-h-9 gap-1.5 text-muted text-small ${className}`}>
      <Progress
        label={i18n.t('Used space')}
        done={isTight ? 0 : used}
        warned={isTight ? used : 0}
        total={max}
      />
      {text}
    </div>
  )
}

/** A folder's ancestors from its fixed folder down, and itself last. */
export function pathTo(id: number | undefined, all: readonly Folder[]): readonly Folder[] {
  const folder = all.find((one) => one.id === id)
  return folder ? [...pathTo(folder.parentId ?? undefined, all), folder] : []
}
