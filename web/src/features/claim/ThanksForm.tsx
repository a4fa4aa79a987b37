import { api } from '@laurel/contract/routes'
import { MAX_THANKS } from '@laurel/domain/card-words'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { TextArea } from '../../parts/TextField.tsx'
import { claimQueries } from './claim.queries.ts'

type ThanksFormProps = { token: string; senderName: string; onClose: () => void }

export function ThanksForm({ token, senderName, onClose }: ThanksFormProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () => call(api.thankForClaim, { params: { token }, body: { text } }),
    // The page then shows the note, or the one that was sent from elsewhere.
    onSettled: () => queryClient.invalidateQueries(claimQueries.one(token)),
  })
  return (
    <Form
      onSubmit={() => send.mutate()}
      check={() => ({ text: text.trim() === '' ? i18n.t('Write your note first.') : undefined })}
      problem={send.error}
      className="grid w-full gap-4 print:hidden"
    >
      <TextArea
        label={i18n.t('Thank-you note')}
        hint={
          senderName
            ? i18n.t('{senderName} sees it with your name. You can send one note.', { senderName })
            : i18n.t('The sender sees it with your name. You can send one note.')
        }
        name="text"
        autoFocus
        maxLength={MAX_THANKS}
        rows={4}
        value={text}
        onChange={setText}
      />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" type="submit" isPending={send.isPending}>
          {i18n.t('Send note')}
        </Button>
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
      </div>
    </Form>
  )
}
