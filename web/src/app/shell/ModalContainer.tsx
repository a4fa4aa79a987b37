import { lazy, Suspense } from 'react'
import { closeModal, useModalStore } from '../modal-store.ts'
import { SlotBoundary } from './SlotBoundary.tsx'

const loadHost = () => import('./ModalHost.tsx')
const ModalHost = lazy(() => loadHost().then((module) => ({ default: module.ModalHost })))

/** The page's one modal. Its machinery loads when the first one opens. */
export function ModalContainer() {
  const open = useModalStore((store) => store.open)
  if (!open) return null
  return (
    <SlotBoundary onFail={closeModal}>
      <Suspense fallback={null}>
        <ModalHost open={open} />
      </Suspense>
    </SlotBoundary>
  )
}
