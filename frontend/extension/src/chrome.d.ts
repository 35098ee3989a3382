/** The parts of the browsers' extension API that we use. Firefox has them under the same name. */
declare namespace chrome {
  type Tab = { id?: number; index?: number; url?: string; title?: string; status?: string }
  type Listeners<Args extends unknown[], Result = void> = {
    addListener(listener: (...args: Args) => Result): void
  }
  const action: {
    onClicked: Listeners<[Tab]>
    setBadgeText(badge: { text: string; tabId: number }): Promise<void>
    setBadgeBackgroundColor(badge: { color: string; tabId: number }): Promise<void>
    setTitle(title: { title: string; tabId: number }): Promise<void>
  }
  const commands: { getAll(): Promise<{ name?: string; shortcut?: string }[]> }
  const permissions: {
    contains(wanted: { origins: string[] }): Promise<boolean>
    request(wanted: { origins: string[] }): Promise<boolean>
    remove(unwanted: { origins: string[] }): Promise<boolean>
  }
  const runtime: {
    openOptionsPage(): Promise<void>
    sendMessage(message: unknown): Promise<unknown>
    onMessage: Listeners<
      [
        message: unknown,
        sender: { tab?: Tab; origin?: string; url?: string },
        answer: (answer: unknown) => void,
      ],
      boolean
    >
  }
  const scripting: {
    executeScript<Args extends unknown[], Result>(injection: {
      target: { tabId: number }
      func: (...args: Args) => Result
      args: Args
    }): Promise<{ result?: Awaited<Result> }[]>
  }
  type Area = {
    get(key: string): Promise<Record<string, unknown>>
    set(items: Record<string, unknown>): Promise<void>
    remove(key: string): Promise<void>
  }
  const storage: { local: Area; session: Area }
  const tabs: {
    create(made: { url: string; index?: number; openerTabId?: number }): Promise<Tab>
    get(id: number): Promise<Tab>
    onUpdated: Listeners<[id: number, changed: { status?: string }, tab: Tab]>
    onRemoved: Listeners<[id: number]>
  }
}
