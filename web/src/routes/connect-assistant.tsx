import { createFileRoute } from '@tanstack/react-router'
import { searchParams, text } from '../app/search-params.ts'
import { ConnectScreen } from '../features/assistants/ConnectScreen.tsx'

/** Where an assistant sends the browser to be connected. Allowing it needs an account. */
export const Route = createFileRoute('/connect-assistant')({
  staticData: { title: /*i18n*/ 'Connect an assistant', frame: 'bare', texts: ['parts', 'account'] },
  validateSearch: searchParams<{ request?: string | undefined }>({ request: text(3_000) }),
  component: Connect,
})

function Connect() {
  const { request = '' } = Route.useSearch()
  return <ConnectScreen key={request} request={request} />
}
