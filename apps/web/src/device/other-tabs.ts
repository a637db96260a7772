/** Sends messages to this browser's other tabs of the app. A tab does not get its own messages. */
export type OtherTabs = { readonly tell: (message: unknown) => void; readonly close: () => void }

const ALONE: OtherTabs = { tell: () => undefined, close: () => undefined }

/**
 * Joins the tabs with this `topic`. Messages must be cloneable. `hear` gets the messages of the other tabs. If the
 * browser lacks or refuses BroadcastChannel, tabs get no messages.
 */
export const joinTabs = (topic: string, hear: (message: unknown) => void): OtherTabs => {
  if (typeof window === 'undefined') return ALONE
  try {
    const channel = new BroadcastChannel(`pathlight.${topic}`)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data)
    let isOpen = true
    return {
      tell: (message) => void (isOpen && channel.postMessage(message)),
      close: () => {
        isOpen = false
        channel.close()
      },
    }
  } catch {
    return ALONE
  }
}
