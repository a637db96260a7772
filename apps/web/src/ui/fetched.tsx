import { Children, Component, type ReactNode, Suspense } from 'react'
import { observable } from '../device/observable.ts'

/** Whether a part of this page could not be fetched: the network is away, or the server has another build. app/lost-part-notice.tsx says so. */
export const isPartLost = observable(false)

type PartProps = { readonly instead: ReactNode; readonly children: ReactNode }

/** React has no hook for what a component below could not do. */
class Part extends Component<PartProps, { readonly isLost: boolean }> {
  static getDerivedStateFromError = () => ({ isLost: true })
  override state = { isLost: false }
  override componentDidCatch() {
    isPartLost.set(true)
  }
  override render() {
    return this.state.isLost ? this.props.instead : this.props.children
  }
}

type Props = {
  readonly children: ReactNode
  /** Shown while the code comes. */
  readonly loading?: ReactNode
  /** Shown while the code comes, and where it does not come. */
  readonly instead?: ReactNode
}

/**
 * Shows code that is fetched when it is first shown, such as a dialog. Where it cannot be fetched, the rest of the page stays, and a
 * notice says so. Without children it renders no Suspense: React hydrates each Suspense of the server's HTML by itself, and starts
 * again on it when the page around it changes meanwhile.
 */
export const Fetched = ({ children, instead = null, loading = instead }: Props) =>
  Children.toArray(children).length > 0 && (
    <Part instead={instead}>
      <Suspense fallback={loading}>{children}</Suspense>
    </Part>
  )
