import { Component, type ReactNode } from 'react';
import styles from './app-boundary.module.css';

interface State {
  message: string | null;
}

/** The last resort: an error outside every page (in the providers). It is above the texts, so it is in both languages; the page is never blank. */
export class AppBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <main className={styles.failed}>
        <h1>The console could not start · 控制台无法启动</h1>
        <p>
          Nothing was sent. Unsent changes stay in this browser. · 没有发送任何请求，未发送的修改仍保留在本浏览器中。
        </p>
        <pre>{this.state.message}</pre>
        <button type="button" onClick={() => location.reload()}>
          Reload · 重新加载
        </button>
      </main>
    );
  }
}
