/** What a route tells the frame about its page. */
export interface PageHandle {
  /** Key of its name in the `frame` texts. */
  title:
    | 'connect'
    | 'workspaces'
    | 'tables'
    | 'jobs'
    | 'files'
    | 'provider'
    | 'events'
    | 'activity'
    | 'explorer'
    | 'settings';
}
