import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Tag, type TagTone } from '../../../parts/Tag.tsx'
import { Loaded, Panel } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import { officeMoment } from '../times.ts'
import { type Erasure, privacyQueries } from './privacy.queries.ts'

/** Requests to erase a person, and what each waits for. */
export function Erasures() {
  const read = useQuery(privacyQueries.erasures())
  return (
    <Panel title="Erasures" className="mt-12">
      <Loaded label="Erasures" read={read}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title="No erasures yet">
              Requests to erase a person appear here until a colleague approves them.
            </EmptyState>
          ) : (
            <ul className="mt-4 max-w-[860px] border-line border-t">
              {results.map((erasure) => (
                <ErasureLine key={erasure.id} erasure={erasure} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

const STATES: Readonly<Record<Erasure['state'], { word: string; tone: TagTone }>> = {
  asked: { word: 'Waiting for approval', tone: 'wait' },
  refused: { word: 'Not erased', tone: 'plain' },
  approved: { word: 'In progress', tone: 'wait' },
  done: { word: 'Erased', tone: 'good' },
}

const DECISIONS = {
  approve: {
    title: 'Approve this erasure?',
    lead: 'We’ll erase this person immediately. You can’t undo this.',
    submit: 'Approve erasure',
    done: 'Erasure approved',
  },
  reject: {
    title: 'Reject this erasure?',
    lead: 'Nothing is erased. The erasure can be requested again.',
    submit: 'Reject erasure',
    done: 'Erasure rejected',
  },
  withdraw: {
    title: 'Withdraw this request?',
    lead: 'Nothing is erased. The erasure can be requested again.',
    submit: 'Withdraw request',
    done: 'Request withdrawn',
  },
} as const

function ErasureLine({ erasure }: { erasure: Erasure }) {
  const [decision, setDecision] = useState<keyof typeof DECISIONS>()
  const { id, state, person, askedByName, askedAt, isMine, decidedByName, erasedCount, waitingCount } =
    erasure
  const { word, tone } = STATES[state]
  return (
    <li className="grid gap-2 border-line border-b py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="wrap-anywhere font-semibold text-body">{person || `Erasure ${id}`}</h3>
        <Tag tone={tone}>{word}</Tag>
      </div>
      <p className="text-muted text-small">
        Requested by {isMine ? 'you' : askedByName || 'the system'}, {officeMoment(askedAt)}.
        {state !== 'asked' && decidedByName && ` Decided by ${decidedByName}.`}
      </p>
      {state === 'done' && <p className="text-small">{plural(erasedCount, 'record')} erased.</p>}
      {state === 'approved' && waitingCount > 0 && (
        <p className="text-small">
          {plural(waitingCount, 'record')} {waitingCount === 1 ? 'is' : 'are'} needed until a card is claimed
          or canceled, or an order is over. We check every night.
        </p>
      )}
      {state === 'asked' && (
        <div className="flex flex-wrap items-center gap-3">
          {isMine && <p className="text-small">A colleague has to approve it.</p>}
          {!isMine && (
            <Button size="compact" onClick={() => setDecision('approve')}>
              Approve erasure
            </Button>
          )}
          <Button size="compact" onClick={() => setDecision(isMine ? 'withdraw' : 'reject')}>
            {isMine ? 'Withdraw request' : 'Reject erasure'}
          </Button>
        </div>
      )}
      {decision !== undefined && (
        <DecideDialog id={id} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </li>
  )
}

type DecideDialogProps = { id: number; decision: keyof typeof DECISIONS; onClose: () => void }

function DecideDialog({ id, decision, onClose }: DecideDialogProps) {
  const { title, lead, submit, done } = DECISIONS[decision]
  const decide = useSave({
    save: () => call(api.decideErasure, { params: { id }, body: { agree: decision === 'approve' } }),
    done,
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title={title}
      lead={<p>{lead}</p>}
      submit={submit}
      isDanger={decision === 'approve'}
      request={decide}
      onClose={onClose}
    />
  )
}
