import { api } from '@laurel/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { LinkPage } from '../../app/shell/LinkPage.tsx'
import { useTexts } from '../../app/texts.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'

/** The link at the end of a mail. It asks first: programs that check mails open links. */
export function UnsubscribeScreen({ token }: { token: string }) {
  const i18n = useTexts()
  const read = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: () => call(api.getUnsubscribe, { params: { token } }),
  })
  const stop = useMutation({ mutationFn: () => call(api.unsubscribe, { params: { token } }) })
  return (
    <LinkPage>
      {read.isPending && (
        <Loading label={i18n.t('Loading')}>
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-12 w-1/2" />
        </Loading>
      )}
      {read.isError && (
        <>
          <h1 className="text-h2">{i18n.t('This link doesn’t work')}</h1>
          <p className="text-lead text-muted" role="alert">
            {read.error instanceof ApiProblem && read.error.status === 404
              ? i18n.t('Choose what we email you in your settings.')
              : formError(read.error)}
          </p>
          <Links />
        </>
      )}
      {read.data && stop.isSuccess && (
        <>
          <h1 className="text-h2">{i18n.t('You won’t get these emails anymore')}</h1>
          <p className="text-lead text-muted" role="status">
            {i18n.t('{mails}. You can turn them on again in your settings.', {
              mails: read.data.mails.map((mail) => i18n.t(mail)).join(', '),
            })}
          </p>
          <Links />
        </>
      )}
      {read.data && !stop.isSuccess && (
        <>
          <h1 className="text-h2">{i18n.t('Stop these emails?')}</h1>
          <p className="text-lead">{read.data.mails.map((mail) => i18n.t(mail)).join(', ')}</p>
          {stop.error && <Note tone="bad">{formError(stop.error)}</Note>}
          <Links>
            <Button look="primary" size="big" isPending={stop.isPending} onClick={() => stop.mutate()}>
              {i18n.t('Stop these emails')}
            </Button>
          </Links>
        </>
      )}
    </LinkPage>
  )
}

function Links({ children }: { children?: ReactNode }) {
  const i18n = useTexts()

  return (
    <div className="flex flex-wrap gap-3 narrow:*:w-full">
      {children}
      <LinkButton to="/settings" hash="notifications" size={children ? 'big' : 'normal'}>
        {i18n.t('Open your settings')}
      </LinkButton>
    </div>
  )
}
