import {
  Download,
  Ellipsis,
  FolderInput,
  History,
  Pencil,
  RotateCcw,
  SquareCheck,
  Trash2,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../app/texts.ts'
import { buttonClass } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu, type MenuEntry } from '../../parts/Menu.tsx'
import { mayChange } from '../../parts/Sharing.tsx'
import { MoveDialog, RenameDialog } from './FileDialogs.tsx'
import type { Overview, StoredFile } from './files.queries.ts'
import { useFileActions } from './use-file-actions.ts'

type FileMenuProps = {
  file: StoredFile
  overview: Overview | undefined
  onOpen: () => void
  onSelect: () => void
}

export function FileMenu({ file, overview, onOpen, onSelect }: FileMenuProps) {
  const i18n = useTexts()
  const [open, setOpen] = useState<'rename' | 'move'>()
  const actions = useFileActions()
  const { name, shared, folderId, deletedAt, versionsCount } = file
  const isMine = mayChange(file)
  const select = { id: 'select', label: i18n.t('Select'), icon: SquareCheck, onPress: onSelect }
  const entries: (MenuEntry | false)[] =
    deletedAt !== null
      ? [
          {
            id: 'restore',
            label: i18n.t('Restore'),
            icon: RotateCcw,
            onPress: () => void actions.restore([file]),
          },
          select,
          {
            id: 'delete',
            label: i18n.t('Delete permanently'),
            icon: Trash2,
            isBad: true,
            onPress: () => actions.askToDelete([file]),
          },
        ]
      : [
          mayDownload(file) && {
            id: 'download',
            label: i18n.t('Download'),
            icon: Download,
            onPress: () => void actions.save(file),
          },
          select,
          isMine && {
            id: 'rename',
            label: i18n.t('Rename'),
            icon: Pencil,
            onPress: () => setOpen('rename'),
          },
          isMine && {
            id: 'move',
            label: i18n.t('Move'),
            icon: FolderInput,
            onPress: () => setOpen('move'),
          },
          // In a folder, files are shared as it is.
          folderId === null &&
            shared === null &&
            actions.company !== undefined && {
              id: 'share',
              label: i18n.t('Share with {name}', { name: actions.company.name }),
              icon: UsersRound,
              onPress: () => void actions.share(file, true),
            },
          folderId === null &&
            shared !== null &&
            shared.canChange && {
              id: 'share',
              label: i18n.t('Stop sharing'),
              icon: UserRound,
              onPress: () => void actions.share(file, false),
            },
          versionsCount > 1 && {
            id: 'versions',
            label: i18n.t('Versions'),
            icon: History,
            onPress: onOpen,
          },
          isMine && {
            id: 'trash',
            label: i18n.t('Move to trash'),
            icon: Trash2,
            isBad: true,
            onPress: () => void actions.trash([file]),
          },
        ]
  return (
    <>
      <Menu
        label={i18n.t('More for {name}', { name })}
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={entries.filter((entry) => entry !== false)}
      />
      {open === 'rename' && <RenameDialog file={file} onClose={() => setOpen(undefined)} />}
      {open === 'move' && (
        <MoveDialog files={[file]} overview={overview} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** Until a file is scanned, only the person who added it can download it; an infected one was removed. */
export function mayDownload({ scan, shared }: StoredFile): boolean {
  return scan !== 'infected' && (scan !== 'waiting' || shared === null || shared.isOwn)
}
