import type { en } from './en';
import type { languages } from './languages';

declare module 'use-intl' {
  interface AppConfig {
    Locale: (typeof languages)[keyof typeof languages]['tag'];
    Messages: typeof en;
  }
}
