import { api } from '@laurel/contract/routes'
import { FILE_FOLDERS, MAX_FILE_NAME, MAX_FOLDER_NAME } from '@laurel/domain/files'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { Select } from '../../parts/Select.tsx'
import { ShareCheckbox } from '../../parts/Sharing.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { FOLDER_NAMES, folderPath } from './file-words.ts'
import { type Folder, type Overview, refreshFiles, type StoredFile } from './files.queries.ts'
import { type Place, useFileActions } from './use-file-actions.ts'

type NameDialogProps = {
  title: string
  action: string
  name: string
  maxLength: number
  save: (name: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** Asks for a name. */
function NameDialog({ title, action, name: before, maxLength, save, onClose, children }: NameDialogProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [name, setName] = useState(before)
  const saving = useMutation({
    mutationFn: () => save(name.trim()),
    onSuccess: async () => {
      await refreshFiles(queryClient)
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={title}>
      <Form
        onSubmit={() => saving.mutate()}
        check={() => missing({ name })}
        problem={saving.error}
        className="mt-4 grid gap-4"
      >
        <TextField
          label={i18n.t('Name')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={maxLength}
          autoComplete="off"
          autoFocus
        />
        {children}
        <DialogFoot onClose={onClose} isPending={saving.isPending}>
          {action}
        </DialogFoot>
      </Form>
    </Modal>
  )
}

export function RenameDialog({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const i18n = useTexts()
  return (
    <NameDialog
      title={i18n.t('Rename file')}
      action={i18n.t('Rename')}
      name={file.name}
      maxLength={MAX_FILE_NAME}
      save={(name) => call(api.patchFile, { params: { id: file.id }, body: { name } })}
      onClose={onClose}
    />
  )
}

export function RenameFolderDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const i18n = useTexts()
  return (
    <NameDialog
      title={i18n.t('Rename folder')}
      action={i18n.t('Rename')}
      name={folder.name}
      maxLength={MAX_FOLDER_NAME}
      save={(name) => call(api.patchFileFolder, { params: { id: folder.id }, body: { name } })}
      onClose={onClose}
    />
  )
}

type NewFolderDialogProps = {
  /** The folder that is shown. */
  place: Place
  overview: Overview | undefined
  onClose: () => void
  onCreated: (folder: Folder) => void
}

export function NewFolderDialog({ place: shown, overview, onClose, onCreated }: NewFolderDialogProps) {
  const i18n = useTexts()
  const [place, setPlace] = useState(shown)
  const [isShared, setShared] = useState(false)
  return (
    <NameDialog
      title={i18n.t('New folder')}
      action={i18n.t('Create folder')}
      name=""
      maxLength={MAX_FOLDER_NAME}
      save={async (name) => {
        const { folder, folderId } = place
        const sharing = folderId === null && isShared ? { isShared } : {}
        onCreated(
          await call(api.createFileFolder, { body: { folder, parentId: folderId, name, ...sharing } }),
        )
      }}
      onClose={onClose}
    >
      <PlaceField place={place} onChange={setPlace} overview={overview} />
      {place.folderId === null && <ShareCheckbox isShared={isShared} onChange={setShared} />}
    </NameDialog>
  )
}

type MoveDialogProps = {
  files: readonly StoredFile[]
  overview: Overview | undefined
  onClose: () => void
}

export function MoveDialog({ files, overview, onClose }: MoveDialogProps) {
  const i18n = useTexts()
  const { move } = useFileActions()
  const [first] = files
  const [place, setPlace] = useState<Place>({ folder: first!.folder, folderId: first!.folderId })
  const moving = useMutation({ mutationFn: () => move(files, place), onSuccess: onClose })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={i18n.t('{files, plural, one {Move file} other {Move # files}}', { files: files.length })}
    >
      <Form onSubmit={() => moving.mutate()} problem={moving.error} className="mt-4 grid gap-4">
        <PlaceField place={place} onChange={setPlace} overview={overview} />
        <DialogFoot onClose={onClose} isPending={moving.isPending}>
          {i18n.t('Move')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}

type PlaceFieldProps = { place: Place; onChange: (place: Place) => void; overview: Overview | undefined }

/** Every folder that files can be in. */
function PlaceField({ place, onChange, overview }: PlaceFieldProps) {
  const i18n = useTexts()
  const all = overview?.subfolders ?? []
  const value = ({ folder, folderId }: Place) => `${folder}/${folderId ?? ''}`
  const options = FILE_FOLDERS.flatMap((folder) => [
    { value: value({ folder, folderId: null }), label: i18n.t(FOLDER_NAMES[folder]) },
    ...all
      .filter((one) => one.folder === folder)
      .map((one) => ({
        value: value({ folder, folderId: one.id }),
        label: [i18n.t(FOLDER_NAMES[folder]), ...folderPath(one, all)].join(' / '),
      }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  ])
  return (
    <Select
      label={i18n.t('Folder')}
      name="folder"
      options={options}
      value={value(place)}
      onChange={(chosen) => {
        const [folder = 'own', id = ''] = (chosen ?? '').split('/')
        onChange({ folder: folder as Place['folder'], folderId: id === '' ? null : Number(id) })
      }}
    />
  )
}
