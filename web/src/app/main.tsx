import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '../styles/app.css'
import { followCompanyLeft, forgetCustomerOnSignOut } from './forget-customer.ts'
import { guardPreloads, limitStylesheetWaits } from './preload-guard.ts'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.tsx'
import { isBackFromService } from './session.ts'
import { startTexts } from './texts.ts'

declare global {
  interface Document {
    /** A button that was clicked before the page could respond (server/src/http/html-page.ts). */
    earlyClick?: HTMLButtonElement | null
  }
}

guardPreloads()
limitStylesheetWaits()
startTexts()

const queryClient = makeQueryClient()

/** Not a top-level `await`, which makes the bundler split shared code into many small chunks. */
async function finishWayBack() {
  const { finishServiceSignIn } = await import('./finish-service-sign-in.ts')
  await finishServiceSignIn(queryClient)
}

async function start() {
  const router = makeRouter(queryClient)
  forgetCustomerOnSignOut(queryClient, router)
  followCompanyLeft(queryClient, router)
  const root = document.getElementById('root')!
  const page = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
  if (!root.hasChildNodes()) return createRoot(root).render(page)
  // The server rendered the page. Load everything it needs first, so that nothing renders twice.
  router.ssr = { manifest: undefined }
  await router.load()
  // The page has fields, and hydration would empty those already filled in.
  if (root.inert) {
    root.inert = false
    return createRoot(root).render(page)
  }
  // As a transition: short tasks keep the page responsive.
  startTransition(() => {
    hydrateRoot(root, page)
  })
  document.earlyClick?.click()
}

if (isBackFromService(location.search)) finishWayBack().then(start, start)
else start()
