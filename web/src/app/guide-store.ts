import { create } from 'zustand'

type Guide = {
  isOpen: boolean
  /** The conversation shown; undefined before its first message. */
  conversationId: number | undefined
}

const KEY = 'guide'

/** Whether the guide is open, and its conversation. Both survive a reload of the tab. */
export const useGuideStore = create<Guide>(readKept)

useGuideStore.subscribe((state) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(state))
  } catch {
    // Without storage, a reload closes the guide.
  }
})

export function openGuide(): void {
  useGuideStore.setState({ isOpen: true })
}

export function closeGuide(): void {
  useGuideStore.setState({ isOpen: false })
}

export function showConversation(conversationId: number | undefined): void {
  useGuideStore.setState({ conversationId })
}

function readKept(): Guide {
  try {
    const { isOpen, conversationId } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return {
      isOpen: isOpen === true,
      conversationId: Number.isSafeInteger(conversationId) ? conversationId : undefined,
    }
  } catch {
    return { isOpen: false, conversationId: undefined }
  }
}
