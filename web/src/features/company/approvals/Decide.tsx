import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { type ApprovalDetail, refreshApprovals } from '../../../app/approval.queries.ts'
import { call, freshKey } from '../../../app/call.ts'
import { StickyBar } from '../../../app/shell/FlowHeader.tsx'
import { useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { firstName } from './approval-words.ts'

const COMMENT_MAX = 500

type Decision = 'approve' | 'return'

/** The comment and the two buttons; on a phone, they are in the bar at the bottom, too. */
export function Decide({ request }: { request: ApprovalDetail }) {
  const i18n = useTexts()
  const { id, name, amountCents } = request
  const buyer = firstName(request.askedBy.name)
  const [comment, setComment] = useState('')
  const [isMissed, setMissed] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const deciding = useDecision(id, name, buyer)
  const isTooLong = Array.from(comment).length > COMMENT_MAX

  function decide(decision: Decision) {
    const isBlank = comment.trim() === ''
    setMissed(decision === 'return' && isBlank)
    if (isTooLong || (decision === 'return' && isBlank)) {
      const input = field.current?.querySelector('textarea')
      input?.focus({ preventScroll: true })
      input?.scrollIntoView({ block: 'center' })
      return
    }
    deciding.mutate({ decision, comment: comment.trim() })
  }

  const isPending = (decision: Decision) => deciding.isPending && deciding.variables.decision === decision
  const approve = (
    <Button look="primary" size="big" isPending={isPending('approve')} onClick={() => decide('approve')}>
      <Icon of={Check} />
      {i18n.t('Approve {amount}', { amount: formatCents(amountCents) })}
    </Button>
  )
  return (
    <>
      <div ref={field}>
        <TextArea
          label={i18n.t('Comment for {buyer} (required to return)', { buyer })}
          value={comment}
          onChange={(text) => {
            setComment(text)
            setMissed(false)
          }}
          rows={3}
          maxLength={COMMENT_MAX}
          aside={comment.length > COMMENT_MAX - 100 ? undefined : ''}
          error={isMissed ? i18n.t('Tell {buyer} what to change.', { buyer }) : undefined}
          autoComplete="off"
        />
      </div>
      {deciding.error && <Note tone="bad">{formError(deciding.error)}</Note>}
      <div className="grid gap-2.5 narrow:hidden">
        {approve}
        <Button isPending={isPending('return')} onClick={() => decide('return')}>
          <Icon of={Undo2} size={18} />
          {i18n.t('Return to {buyer}', { buyer })}
        </Button>
      </div>
      <p className="text-muted text-small">
        {i18n.t(
          'Your approval covers this cost, these people, and this design. If {buyer} changes any of them, we’ll ask you again.',
          { buyer },
        )}
      </p>
      <div className="fixed low:static inset-x-0 bottom-0 z-4 hidden narrow:block">
        <StickyBar phoneOnly>
          <Button size="big" isPending={isPending('return')} onClick={() => decide('return')}>
            {i18n.t('Return')}
          </Button>
          {approve}
        </StickyBar>
      </div>
    </>
  )
}

function useDecision(id: number, name: string, buyer: string) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const key = useRef(freshKey())
  return useMutation({
    mutationFn: ({ decision, comment }: { decision: Decision; comment: string }) => {
      const options = { params: { id }, body: { comment }, idempotencyKey: key.current }
      return decision === 'approve' ? call(api.approveRequest, options) : call(api.returnRequest, options)
    },
    onSuccess: async (_, { decision }) => {
      showToast({
        title:
          decision === 'approve'
            ? i18n.t('{name} was approved', { name })
            : i18n.t('{name} was returned to {buyer}', { name, buyer }),
      })
      await refreshApprovals(queryClient)
    },
    onError: () => {
      key.current = freshKey()
      // It may have been answered by a colleague.
      void refreshApprovals(queryClient)
    },
  })
}
