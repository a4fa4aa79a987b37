import { Component, type ReactNode } from 'react'
import { formError } from '../api-problem.ts'
import { isChunkProblem } from '../preload-guard.ts'
import { showToast } from '../toast-store.ts'

type SlotBoundaryProps = {
  /** Closes what failed, so that it can be opened again. */
  onFail: () => void
  children: ReactNode
}

/** An overlay that fails to load or to draw says so and goes; the page under it stays. */
export class SlotBoundary extends Component<SlotBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error('An overlay failed', error)
    showToast({
      tone: 'bad',
      title: 'That didn’t open',
      text: isChunkProblem(error) ? formError(error) : 'Check your connection, then try again.',
    })
    this.props.onFail()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
