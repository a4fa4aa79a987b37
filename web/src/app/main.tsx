import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/app.css'
import { followCompanyLeft, forgetCustomerOnSignOut } from './forget-customer.ts'
import { guardPreloads, limitStylesheetWaits } from './preload-guard.ts'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.tsx'
import { isBackFromService } from './session.ts'

guardPreloads()
limitStylesheetWaits()

const queryClient = makeQueryClient()

/** Not a top-level `await`, which makes the bundler split shared code into many small chunks. */
async function finishWayBack() {
  const { finishServiceSignIn } = await import('./finish-service-sign-in.ts')
  await finishServiceSignIn(queryClient)
}

function start() {
  const router = makeRouter(queryClient)
  forgetCustomerOnSignOut(queryClient, router)
  followCompanyLeft(queryClient, router)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

if (isBackFromService(location.search)) finishWayBack().then(start, start)
else start()
