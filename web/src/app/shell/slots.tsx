import { Component, lazy, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { formError } from '../api-problem.ts'
import { closeGuide, useGuideStore } from '../guide-store.ts'
import { closeCartPanel, closeModal, useCartPanelStore, useModalStore } from '../modal-store.ts'
import { isChunkProblem } from '../preload-guard.ts'
import { useSession } from '../session.ts'
import { pageTexts, withTexts } from '../texts.ts'
import { showToast } from '../toast-store.ts'

type SlotBoundaryProps = {
  /** Closes the failed overlay, so it can be opened again. */
  onFail: () => void
  children: ReactNode
}

/** Closes an overlay that fails to load or render, and says so; the page below stays. */
export class SlotBoundary extends Component<SlotBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error('An overlay failed', error)
    const i18n = pageTexts()
    showToast({
      tone: 'bad',
      title: i18n.t('We couldn’t open that'),
      text: isChunkProblem(error) ? formError(error) : i18n.t('Check your connection, then try again.'),
    })
    this.props.onFail()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}

const loadHost = () => withTexts(['parts'], import('./ModalHost.tsx'))
const ModalHost = lazy(() => loadHost().then((module) => ({ default: module.ModalHost })))

/** The page's only modal. Its code loads when the first one opens. */
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

const CartPanel = lazy(() =>
  withTexts(['parts', 'checkout'], import('../../features/cart/CartPanel.tsx')).then((module) => ({
    default: module.CartPanel,
  })),
)

/** Where the shopping cart panel opens. The page behind it does not scroll (docs/spec.md §2). */
export function CartPanelSlot() {
  const isOpen = useCartPanelStore((store) => store.isOpen)
  useScrollLock(isOpen)
  if (!isOpen) return null
  return (
    <SlotBoundary onFail={closeCartPanel}>
      <Suspense fallback={null}>
        <CartPanel onClose={closeCartPanel} />
      </Suspense>
    </SlotBoundary>
  )
}

const GuidePanel = lazy(() =>
  withTexts(['parts', 'guide'], import('../../features/guide/GuidePanel.tsx')).then((module) => ({
    default: module.GuidePanel,
  })),
)

/** Where the guide opens. Its code loads when it first does. */
export function GuideSlot() {
  const isOpen = useGuideStore((store) => store.isOpen)
  const isSignedIn = useSession() === 'signed-in'
  if (!isOpen || !isSignedIn) return null
  return (
    <SlotBoundary onFail={closeGuide}>
      <Suspense fallback={null}>
        <GuidePanel />
      </Suspense>
    </SlotBoundary>
  )
}

/** Keeps the page from scrolling, and from jumping sideways when its scrollbar disappears. */
export function useScrollLock(isLocked: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return
    const { style } = document.documentElement
    const before = { overflow: style.overflow, scrollbarGutter: style.scrollbarGutter }
    const hasBar = window.innerWidth > document.documentElement.clientWidth
    style.overflow = 'hidden'
    if (hasBar) style.scrollbarGutter = 'stable'
    return () => {
      style.overflow = before.overflow
      style.scrollbarGutter = before.scrollbarGutter
    }
  }, [isLocked])
}
