/*
 * cardroom odds ACTIVITY|OFFER: how often the rows of its charts are hit.
 */
#ifndef CLI_ODDS_CHART_H
#define CLI_ODDS_CHART_H

/* The part of the command's page that is about activities and offers. */
extern const char odds_chart_help[];

/* Takes the words of `cardroom odds` where the first that is no option names an activity or an offer. */
int odds_chart_run(int argc, char **argv);

#endif
