import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { openModal } from '../../app/modal-store.ts'
import type { RecipientList } from '../../app/recipient-lists.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { buttonClass } from '../../parts/button-class.ts'
import { plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { NameForm } from './NameForm.tsx'
import type { RecipientsSearch } from './recipients-search.ts'

type ListHeadProps = {
  /** Absent where everybody saved is shown. */
  list: RecipientList | undefined
  onAdd: () => void
  onGo: (to: RecipientsSearch) => void
}

/** The list's name, and what can be done with it. */
export function ListHead({ list, onAdd, onGo }: ListHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
      <h2 id="book-heading" className="min-w-0 text-h2 wrap-anywhere">
        {list?.name ?? 'All saved people'}
      </h2>
      {list && (
        <div className="flex gap-3">
          <Button onClick={onAdd}>
            <Icon of={Plus} />
            Add a person
          </Button>
          <ListMenu list={list} onGo={onGo} />
        </div>
      )}
    </div>
  )
}

function ListMenu({ list, onGo }: { list: RecipientList; onGo: (to: RecipientsSearch) => void }) {
  const queryClient = useQueryClient()
  const [isRenaming, setRenaming] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['saved-lists'] })
  const rename = useMutation({
    mutationFn: (name: string) => call(api.patchRecipientList, { params: { id: list.id }, body: { name } }),
    onSuccess: async () => {
      await refresh()
      setRenaming(false)
    },
  })

  async function exportList() {
    try {
      const file = await call(api.exportRecipientList, { params: { id: list.id } })
      saveFile(file as unknown as Blob, `${list.name}.csv`)
    } catch (cause) {
      console.error('Failed to export a list', cause)
      showToast({ tone: 'bad', title: 'The file did not come', text: formError(cause) ?? 'Try again.' })
    }
  }

  function askToDelete() {
    openModal('confirm-dialog', {
      title: `Delete ${list.name}?`,
      text: `Its ${plural(list.peopleCount, 'person stays', 'people stay')} in All saved people.`,
      confirm: 'Delete the list',
      cancel: 'Keep it',
      danger: true,
      onConfirm: async () => {
        await call(api.deleteRecipientList, { params: { id: list.id } })
        await refresh()
        queryClient.invalidateQueries({ queryKey: ['saved-people'] })
        onGo({})
        showToast({ title: `${list.name} is deleted` })
      },
    })
  }

  return (
    <>
      <Menu
        label={`More for ${list.name}`}
        button={<Icon of={Ellipsis} />}
        buttonClassName={buttonClass('outlined', 'round')}
        entries={[
          { id: 'rename', label: 'Rename', icon: Pencil, onPress: () => setRenaming(true) },
          { id: 'export', label: 'Export as CSV', icon: Download, onPress: () => void exportList() },
          { id: 'delete', label: 'Delete the list', icon: Trash2, isBad: true, onPress: askToDelete },
        ]}
      />
      <Modal isOpen={isRenaming} onClose={() => setRenaming(false)} title="Rename the list">
        <NameForm
          name={list.name}
          action="Rename"
          problem={rename.error}
          isPending={rename.isPending}
          onName={rename.mutate}
        />
      </Modal>
    </>
  )
}
