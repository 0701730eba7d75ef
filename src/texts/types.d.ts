import type { en } from './en';

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en' | 'zh-CN';
    Messages: typeof en;
  }
}
