// Tabs, as the ARIA practices have them: arrows move, the tab that has the focus is shown.
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { tabAfter } from "./keys";

export interface Tab { name: string; words: ComponentChildren; panel: () => ComponentChildren }

export interface TabsProps { label: string; tabs: Tab[]; chosen: string; onChoose: (name: string) => void }

export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
    const id = useId();
    const list = useRef<HTMLDivElement>(null);
    const at = Math.max(0, tabs.findIndex((tab) => tab.name === chosen));
    const shown = tabs[at];
    return (
        <div class="tabs">
            <div
                ref={list}
                class="tabs-list"
                role="tablist"
                aria-label={label}
                onKeyDown={(event) => {
                    const next = tabAfter(tabs.length, at, event.key);
                    const tab = next === null ? undefined : tabs[next];
                    if (next === null || !tab) return;
                    event.preventDefault();
                    onChoose(tab.name);
                    (list.current?.children[next] as HTMLElement | undefined)?.focus();
                }}
            >
                {tabs.map((tab, index) => (
                    <button
                        key={tab.name}
                        type="button"
                        role="tab"
                        id={`${id}-tab-${tab.name}`}
                        aria-selected={index === at}
                        aria-controls={`${id}-panel`}
                        tabIndex={index === at ? 0 : -1}
                        onClick={() => onChoose(tab.name)}
                    >
                        {tab.words}
                    </button>
                ))}
            </div>
            <div id={`${id}-panel`} class="tabs-panel" role="tabpanel" aria-labelledby={`${id}-tab-${shown?.name}`}>
                {shown?.panel()}
            </div>
        </div>
    );
}
