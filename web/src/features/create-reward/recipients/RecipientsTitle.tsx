import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { BookUser, ClipboardPaste, Download, Ellipsis, FileDown, Plus, Save, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { call } from '../../../app/call.ts'
import { useSetupStore } from '../../../app/setup-store.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { Form } from '../../../parts/Form.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { csvNameOf, download } from '../../../parts/save-file.ts'
import { TextArea } from '../../../parts/TextField.tsx'
import { cardLook, useTemplate } from '../current-card.ts'
import { ACCEPTED_FILES, type Importing } from './import/use-import.ts'
import type { Recipient } from './recipients.queries.ts'
import { AddFromSaved, SaveListForm } from './saved-lists.tsx'
import type { CardRecipients } from './use-recipient-list.ts'

type RecipientsTitleProps = {
  item: CardItem
  list: CardRecipients
  /** The card is personalized for this person. */
  first: Recipient | undefined
  importing: Importing
  onAdd: () => void
  onTemplate: () => void
}

/** The card, the counts, and buttons to add people. */
export function RecipientsTitle({ item, list, first, importing, onAdd, onTemplate }: RecipientsTitleProps) {
  const template = useTemplate()
  const everyoneCents = useSetupStore((setup) => setup.denominationCents)
  const [open, setOpen] = useState<'paste' | 'saved' | 'save' | null>(null)
  const close = () => setOpen(null)
  const look = cardLook({
    design: item.design,
    template,
    rewardType: item.rewardTypeData.name,
    ...(first && { person: first }),
    amountCents: first?.amountCents ?? everyoneCents,
    networkName: item.reward.network,
  })
  const hasPeople = list.totalCount > 0

  return (
    <div className="flex flex-wrap items-end gap-4 pt-12 pb-6 narrow:pt-8 narrow:pb-4">
      <CardCanvas
        look={look}
        thumb
        className="w-[150px] shrink-0 narrow:order-2 narrow:w-[104px] narrow:self-start"
      />
      <div className="min-w-[min(100%,320px)] flex-1 narrow:order-1 narrow:min-w-0">
        <h1>Recipients</h1>
        <Counts list={list} />
      </div>
      <div className="flex flex-wrap gap-3 narrow:order-3 narrow:w-full">
        <Button onClick={() => setOpen('paste')}>
          <Icon of={ClipboardPaste} />
          Paste a list
        </Button>
        <FileTrigger
          acceptedFileTypes={ACCEPTED_FILES}
          onSelect={(files) => {
            const file = files?.[0]
            if (file) importing.upload(file)
          }}
        >
          <AriaButton className={buttonClass()}>
            <Icon of={Upload} />
            Upload a file
          </AriaButton>
        </FileTrigger>
        <Button onClick={onAdd}>
          <Icon of={Plus} />
          Add one person
        </Button>
        <Menu
          label="More ways and tools"
          button={<Icon of={Ellipsis} />}
          buttonClassName={buttonClass('outlined', 'round')}
          entries={[
            { id: 'saved', label: 'Add from saved', icon: BookUser, onPress: () => setOpen('saved') },
            { id: 'template', label: 'Download a template', icon: FileDown, onPress: onTemplate },
            ...(hasPeople
              ? [
                  { id: 'save', label: 'Save this list', icon: Save, onPress: () => setOpen('save') },
                  {
                    id: 'export',
                    label: 'Export the list',
                    icon: Download,
                    onPress: () =>
                      void download(csvNameOf(item.name, 'recipients'), () =>
                        call(api.exportRecipients, { params: { id: item.id } }),
                      ),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <Modal isOpen={open === 'paste'} onClose={close} title="Paste a list">
        <PasteForm
          rewardType={item.rewardTypeData.name}
          hasPeople={hasPeople}
          onPaste={(text, mode) => {
            close()
            importing.paste(text, mode)
          }}
        />
      </Modal>
      <Modal isOpen={open === 'saved'} onClose={close} title="Add from saved">
        <AddFromSaved itemId={item.id} onDone={close} />
      </Modal>
      <Modal isOpen={open === 'save'} onClose={close} title="Save this list">
        <SaveListForm itemId={item.id} total={list.totalCount} onDone={close} />
      </Modal>
    </div>
  )
}

function Counts({ list }: { list: CardRecipients }) {
  const { totalCount, readyCount, warningCount, attentionCount, withoutValueCount, valueCents } = list
  if (list.isPending) return <p className="mt-2 text-muted">Reading the list</p>
  if (totalCount === 0) return <p className="mt-2 text-muted">0 people</p>
  const isNobodyWorth = withoutValueCount === totalCount
  return (
    <p className="mt-2 text-muted" aria-live="polite">
      {isNobodyWorth ? (
        <b className="font-semibold text-warn">No one has a value yet</b>
      ) : (
        <b className="font-semibold text-ink">{count(readyCount)} ready</b>
      )}
      {warningCount > 0 && <>, {count(warningCount)} to check</>}
      {attentionCount > 0 && (
        <>
          ,{' '}
          <b className="font-semibold text-warn">
            {count(attentionCount)} {attentionCount === 1 ? 'needs' : 'need'} attention
          </b>
        </>
      )}
      {withoutValueCount > 0 && !isNobodyWorth && (
        <>
          ,{' '}
          <b className="font-semibold text-warn">
            {count(withoutValueCount)} {withoutValueCount === 1 ? 'has' : 'have'} no value
          </b>
        </>
      )}
      . {plural(totalCount, 'person', 'people')}, {formatCents(valueCents)} on their cards.
    </p>
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
  const [text, setText] = useState('')
  const [isReplacing, setReplacing] = useState(false)
  const [error, setError] = useState<string>()

  function submit() {
    if (text.trim() === '') setError('Paste at least one row.')
    else if (text.length > MOST_LETTERS)
      setError('That is too much to paste. Save it as a file and upload it.')
    else onPaste(text, isReplacing ? 'replace' : 'append')
  }

  return (
    <Form onSubmit={submit} className="mt-4 grid gap-4">
      <TextArea
        label="Rows from a spreadsheet"
        name="text"
        rows={8}
        value={text}
        onChange={(next) => {
          setText(next)
          setError(undefined)
        }}
        error={error}
        placeholder={EXAMPLES[rewardType]}
        hint="One person a row. Columns are found by their headings, or by what is in them."
      />
      {hasPeople && (
        <Checkbox isSelected={isReplacing} onChange={setReplacing}>
          Replace everybody who is on the list now
        </Checkbox>
      )}
      <div className="flex justify-end">
        <Button look="primary" type="submit">
          Add these people
        </Button>
      </div>
    </Form>
  )
}
