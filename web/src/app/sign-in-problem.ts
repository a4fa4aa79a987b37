import { create } from 'zustand'

const useStore = create<{ problem: string | undefined }>(() => ({ problem: undefined }))

/** Tells in the sign-in modal why signing in with another service came to nothing. */
export function tellSignInProblem(problem: string): void {
  useStore.setState({ problem })
}

export function forgetSignInProblem(): void {
  useStore.setState({ problem: undefined })
}

export function useSignInProblem(): string | undefined {
  return useStore((store) => store.problem)
}
