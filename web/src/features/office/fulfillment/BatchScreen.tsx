import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTitle } from '../../../app/title-store.ts'
import { BackLink } from '../../../parts/BackLink.tsx'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ChangedNote, OneOfMany } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { BatchActions } from './BatchActions.tsx'
import { BatchFacts } from './BatchFacts.tsx'
import { BatchFiles } from './BatchFiles.tsx'
import { BatchLetters } from './BatchLetters.tsx'
import { BatchProgress } from './BatchList.tsx'
import { BATCH_STATES, contentWords } from './batch-words.ts'
import { type Batch, fulfillmentQueries } from './fulfillment.queries.ts'
import { LabelsPanel } from './LabelsPanel.tsx'

/** One batch on its way from its files to the carrier. */
export function BatchScreen({ id }: { id: number }) {
  const read = useQuery(fulfillmentQueries.batch(id))
  useTitle(read.data && `Batch ${read.data.number}`)
  return (
    <>
      <BackLink to="/office/fulfillment" search={{ show: 'batches' }}>
        Batches
      </BackLink>
      <OneOfMany
        name="batch"
        read={read}
        all={
          <LinkButton to="/office/fulfillment" search={{ show: 'batches' }}>
            All batches
          </LinkButton>
        }
      >
        {(batch) => <Whole batch={batch} />}
      </OneOfMany>
    </>
  )
}

function Whole({ batch }: { batch: Batch }) {
  const may = useMay()
  const [isChanged, setChanged] = useState(false)
  const tellChanged = () => setChanged(true)
  const { word, tone } = BATCH_STATES[batch.status]
  const isOpen = batch.status === 'ready' || batch.status === 'printed'
  return (
    <>
      <DeskHead
        title={`Batch ${batch.number}`}
        beside={<Tag tone={tone}>{word}</Tag>}
        text={contentWords(batch.kind, batch.deliveryCount, batch.cardCount)}
      >
        {may('deliveries.work') && <BatchActions batch={batch} onChanged={tellChanged} />}
      </DeskHead>
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-6">
          Somebody changed this batch meanwhile, so nothing was done. It stands here as it is now: look at it
          again before you go on.
        </ChangedNote>
      )}
      {batch.problem && (
        <Note tone={batch.status === 'failed' ? 'bad' : 'warn'} className="mb-6">
          {batch.problem}
        </Note>
      )}
      <BatchProgress batch={batch} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)_320px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <BatchLetters batch={batch} onChanged={tellChanged} />
        <div className="grid grid-cols-1 content-start gap-9 mid:order-first">
          {may('deliveries.work') && batch.files.length > 0 && (
            <BatchFiles batch={batch} onChanged={tellChanged} />
          )}
          {may('deliveries.work') && isOpen && <LabelsPanel batch={batch} onChanged={tellChanged} />}
          <BatchFacts batch={batch} />
        </div>
      </div>
    </>
  )
}
