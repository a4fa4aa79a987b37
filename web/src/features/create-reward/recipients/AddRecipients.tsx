import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import {
  BookUser,
  ChevronDown,
  ClipboardPaste,
  Download,
  Ellipsis,
  FileDown,
  Plus,
  Save,
  Upload,
  UserPlus,
} from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../../../app/call.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu, type MenuEntry } from '../../../parts/Menu.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { csvNameOf, download } from '../../../parts/save-file.ts'
import { TextArea } from '../../../parts/TextField.tsx'
import { ACCEPTED_FILES, type Importing } from './import/use-import.ts'
import { AddFromSaved, SaveListForm } from './saved-lists.tsx'

type AddRecipientsOptions = {
  item: CardItem
  total: number
  importing: Importing
  onAdd: () => void
  onTemplate: () => void
}

export type AddRecipients = {
  /** Each way to add people. */
  ways: MenuEntry[]
  /** What else can be done with a list. */
  tools: MenuEntry[]
  /** Place it anywhere on the screen. */
  open: ReactNode
}

/** The ways to add people, and the dialogs they open. */
export function useAddRecipients(options: AddRecipientsOptions): AddRecipients {
  const i18n = useTexts()
  const { item, total, importing, onAdd, onTemplate } = options
  const file = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<'paste' | 'saved' | 'save' | null>(null)
  const close = () => setShown(null)
  const isMailed = item.rewardTypeData.name !== 'digital'
  const exportList = () =>
    void download(csvNameOf(item.name, 'recipients'), () =>
      call(api.exportRecipients, { params: { id: item.id } }),
    )
  return {
    ways: [
      {
        id: 'paste',
        label: i18n.t('Paste a list'),
        detail: i18n.t('From Excel, Sheets, or an email'),
        icon: ClipboardPaste,
        onPress: () => setShown('paste'),
      },
      {
        id: 'file',
        label: i18n.t('Upload a file'),
        detail: i18n.t('CSV or Excel'),
        icon: Upload,
        onPress: () => file.current?.click(),
      },
      {
        id: 'saved',
        label: i18n.t('Add from saved'),
        detail: i18n.t('People and lists you saved'),
        icon: BookUser,
        onPress: () => setShown('saved'),
      },
      {
        id: 'one',
        label: i18n.t('Add one person'),
        detail: isMailed ? i18n.t('Type a name and an address') : i18n.t('Type a name and an email'),
        icon: UserPlus,
        onPress: onAdd,
      },
    ],
    tools: [
      { id: 'save', label: i18n.t('Save this list'), icon: Save, onPress: () => setShown('save') },
      { id: 'export', label: i18n.t('Export the list'), icon: Download, onPress: exportList },
      { id: 'template', label: i18n.t('Download a template'), icon: FileDown, onPress: onTemplate },
    ],
    open: (
      <>
        <input
          ref={file}
          type="file"
          hidden
          accept={ACCEPTED_FILES.join()}
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            if (chosen) importing.upload(chosen)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
        <Modal isOpen={shown === 'paste'} onClose={close} title={i18n.t('Paste a list')}>
          <PasteForm
            rewardType={item.rewardTypeData.name}
            hasPeople={total > 0}
            onPaste={(text, mode) => {
              close()
              importing.paste(text, mode)
            }}
          />
        </Modal>
        <Modal isOpen={shown === 'saved'} onClose={close} title={i18n.t('Add from saved')}>
          <AddFromSaved itemId={item.id} onDone={close} />
        </Modal>
        <Modal isOpen={shown === 'save'} onClose={close} title={i18n.t('Save this list')}>
          <SaveListForm itemId={item.id} total={total} onDone={close} />
        </Modal>
      </>
    ),
  }
}

/** The toolbar's buttons of a list that has people. */
export function AddMenus({ ways, tools }: Pick<AddRecipients, 'ways' | 'tools'>) {
  const i18n = useTexts()

  return (
    <>
      <Menu
        label={i18n.t('Add recipients')}
        button={
          <>
            <Icon of={Plus} />
            <span>
              {i18n.t('Add')}
              <span className="narrow:sr-only"> {i18n.t('recipients')}</span>
            </span>
            <Icon of={ChevronDown} size={18} className="narrow:hidden!" />
          </>
        }
        buttonClassName={buttonClass('outlined', 'normal', 'shrink-0 narrow:order-4')}
        entries={ways}
      />
      <Menu
        label={i18n.t('List tools')}
        button={<Icon of={Ellipsis} />}
        buttonClassName={buttonClass('outlined', 'round', 'shrink-0 narrow:order-2')}
        entries={tools}
      />
    </>
  )
}

/** The same ways as buttons, for an empty list. */
export function AddButtons({ ways }: Pick<AddRecipients, 'ways'>) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {ways.map(({ id, label, icon, onPress }) => (
        <Button key={id} onClick={onPress}>
          {icon && <Icon of={icon} />}
          {label}
        </Button>
      ))}
    </div>
  )
}

const EXAMPLES: Record<RewardType, string> = {
  bulk: '',
  direct: 'Name, Street, City, State, ZIP, Value\nMaya Okafor, 418 Juniper Street, Portland, OR, 97214, 50',
  digital: 'Name, Email, Value\nMaya Okafor, maya@example.com, 50',
}
/** The server's limit for pasted text. */
const MOST_LETTERS = 4_000_000

type PasteFormProps = {
  rewardType: RewardType
  hasPeople: boolean
  onPaste: (text: string, mode: 'append' | 'replace') => void
}

function PasteForm({ rewardType, hasPeople, onPaste }: PasteFormProps) {
  const i18n = useTexts()
  const [text, setText] = useState('')
  const [isReplacing, setReplacing] = useState(false)
  const [error, setError] = useState<string>()

  function submit() {
    if (text.trim() === '') setError(i18n.t('Paste at least one row.'))
    else if (text.length > MOST_LETTERS)
      setError(i18n.t('That’s too much to paste. Upload it as a file instead.'))
    else onPaste(text, isReplacing ? 'replace' : 'append')
  }

  return (
    <Form onSubmit={submit} className="mt-4 grid gap-4">
      <TextArea
        label={i18n.t('Rows from a spreadsheet')}
        name="text"
        rows={8}
        value={text}
        onChange={(next) => {
          setText(next)
          setError(undefined)
        }}
        error={error}
        placeholder={EXAMPLES[rewardType]}
        hint={i18n.t('One person per row. We’ll detect the columns.')}
      />
      {hasPeople && (
        <Checkbox isSelected={isReplacing} onChange={setReplacing}>
          {i18n.t('Replace everyone on the list')}
        </Checkbox>
      )}
      <div className="flex justify-end">
        <Button look="primary" type="submit">
          {i18n.t('Add these people')}
        </Button>
      </div>
    </Form>
  )
}
