import { formatCents } from '@laurel/domain/money'
import { ClipboardPaste, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '../../../parts/Button.tsx'
import { buttonClass } from '../../../parts/button-class.ts'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { cardLook } from '../card-look.ts'
import type { CardItem } from '../create-reward.queries.ts'
import { useSetupStore } from '../setup-store.ts'
import { useTemplate } from '../use-card-at-hand.ts'
import { PasteForm } from './PasteForm.tsx'
import type { Recipient } from './recipients.queries.ts'
import type { Importing } from './use-import.ts'
import type { RecipientList } from './use-recipient-list.ts'

const CSV = ['.csv', '.tsv', '.txt', 'text/csv']

type RecipientsTitleProps = {
  item: CardItem
  list: RecipientList
  /** The card is shown as this person gets it. */
  first: Recipient | undefined
  importing: Importing
  onAdd: () => void
}

/** The card, the count, and the three ways to add people. */
export function RecipientsTitle({ item, list, first, importing, onAdd }: RecipientsTitleProps) {
  const template = useTemplate()
  const everyoneCents = useSetupStore((setup) => setup.denominationCents)
  const [isPasting, setPasting] = useState(false)
  const look = cardLook({
    design: item.design,
    template,
    rewardType: item.rewardTypeData.name,
    ...(first && { person: first }),
    amountCents: first?.amountCents ?? everyoneCents,
  })

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
        <Button onClick={() => setPasting(true)}>
          <Icon of={ClipboardPaste} />
          Paste a list
        </Button>
        <FileTrigger
          acceptedFileTypes={CSV}
          onSelect={(files) => {
            const file = files?.[0]
            if (file) importing.upload(file)
          }}
        >
          <AriaButton className={buttonClass()}>
            <Icon of={Upload} />
            Upload CSV
          </AriaButton>
        </FileTrigger>
        <Button onClick={onAdd}>
          <Icon of={Plus} />
          Add one person
        </Button>
      </div>
      <Modal isOpen={isPasting} onClose={() => setPasting(false)} title="Paste a list">
        <PasteForm
          rewardType={item.rewardTypeData.name}
          hasPeople={list.totalCount > 0}
          onPaste={(text, isReplacing) => {
            setPasting(false)
            importing.paste(text, isReplacing)
          }}
        />
      </Modal>
    </div>
  )
}

function Counts({ list }: { list: RecipientList }) {
  const { totalCount, attentionCount, valueCents } = list
  if (list.isPending) return <p className="mt-2 text-muted">Reading the list</p>
  if (totalCount === 0) return <p className="mt-2 text-muted">Nobody yet.</p>
  return (
    <p className="mt-2 text-muted" aria-live="polite">
      <b className="font-semibold text-ink">{count(totalCount - attentionCount)} ready</b>
      {attentionCount > 0 && (
        <>
          ,{' '}
          <b className="font-semibold text-warn">
            {count(attentionCount)} {attentionCount === 1 ? 'needs' : 'need'} attention
          </b>
        </>
      )}
      . {plural(totalCount, 'person', 'people')}, {formatCents(valueCents)} on their cards.
    </p>
  )
}
