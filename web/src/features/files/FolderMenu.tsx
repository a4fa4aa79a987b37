import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { Archive, Ellipsis, Pencil, Trash2, UserRound, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { useShareableCompany } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { buttonClass } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { mayChange } from '../../parts/Sharing.tsx'
import { download } from '../../parts/save-file.ts'
import { RenameFolderDialog } from './FileDialogs.tsx'
import { type Folder, refreshFiles } from './files.queries.ts'

/** What can be done with the shown folder. */
export function FolderMenu({ folder, onLeft }: { folder: Folder; onLeft: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const company = useShareableCompany()
  const [isRenaming, setRenaming] = useState(false)
  const { id, name, shared, parentId, folder: root } = folder

  const saveZip = () =>
    download(`${name}.zip`, () => call(api.downloadFiles, { query: { folder: root, folderId: id } }))

  async function share(isShared: boolean) {
    try {
      await call(api.patchFileFolder, { params: { id }, body: { isShared } })
      await refreshFiles(queryClient)
      showToast({
        title: isShared
          ? i18n.t('{name} is shared with {company}', { name, company: company?.name })
          : i18n.t('{name} is no longer shared', { name }),
      })
    } catch (cause) {
      showFailure(i18n.t('We couldn’t change the folder'), cause)
    }
  }

  function askToDelete() {
    openModal('confirm-dialog', {
      title: i18n.t('Delete {name}?', { name }),
      text: i18n.t('Its files move to the trash. You can restore them for 30 days.'),
      confirm: i18n.t('Delete folder'),
      cancel: i18n.t('Keep folder'),
      danger: true,
      onConfirm: async () => {
        await call(api.deleteFileFolder, { params: { id } })
        onLeft()
        await refreshFiles(queryClient)
        showToast({ title: i18n.t('{name} was deleted', { name }) })
      },
    })
  }

  // A folder in another one is shared as that is.
  const sharing =
    parentId !== null
      ? []
      : shared
        ? [{ label: i18n.t('Stop sharing'), icon: UserRound, isShared: false }]
        : company
          ? [{ label: i18n.t('Share with {name}', { name: company.name }), icon: UsersRound, isShared: true }]
          : []
  const changes = [
    { id: 'rename', label: i18n.t('Rename'), icon: Pencil, onPress: () => setRenaming(true) },
    ...sharing.map(({ isShared, ...entry }) => ({
      id: 'share',
      ...entry,
      onPress: () => void share(isShared),
    })),
    { id: 'delete', label: i18n.t('Delete folder'), icon: Trash2, isBad: true, onPress: askToDelete },
  ]
  return (
    <>
      <Menu
        label={i18n.t('More for {name}', { name })}
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={[
          {
            id: 'zip',
            label: i18n.t('Download as ZIP'),
            icon: Archive,
            onPress: () => void saveZip(),
          },
          ...(mayChange(folder) ? changes : []),
        ]}
      />
      {isRenaming && <RenameFolderDialog folder={folder} onClose={() => setRenaming(false)} />}
    </>
  )
}
